import { listVersions } from "#db/queries/ballots.ts";
import { findHiddenAt } from "#db/queries/hidden.ts";
import { listOpenPlaces, listRoundSeats } from "#db/queries/round-seats.ts";
import type { Reader } from "#db/store/store.ts";
import { parseVerdicts } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import { readDecidingPanel } from "#server/rounds/deciding-panel.ts";
import { requireRound } from "#server/rounds/read-round.ts";
import { countWitnesses } from "#server/studies/checkpoints/identity.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { requirePlace } from "./judging-seat.ts";
import { roundOfAuditor } from "./read-judging.ts";
import { receiptAt } from "./receipt-at.ts";

/** Lists every ballot an auditor sealed in a round, the one that counts first, with the log entry that proves it. */
export async function readReceipts(
  app: App,
  { studyId, round: number, accountId }: { studyId: string; round: number; accountId: string },
) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const round = await requireRound(db, studyId, number);
    const seatId = await requirePlace(db, { studyId, round: number, accountId });
    const panel = await listRoundSeats(db, studyId, number);
    const ballots = await listVersions(db, { studyId, round: number, seatId });
    const receipts = [];
    for (const { seq, verdicts } of ballots.reverse()) {
      receipts.push({ ...(await receiptAt(db, studyId, seq)), verdicts: parseVerdicts(verdicts) });
    }
    return {
      studyName: study.name,
      round: roundOfAuditor(round, app.now()),
      panel: await readDecidingPanel(db, studyId, round),
      seat: seatId,
      place: panel.findIndex((place) => place.seatId === seatId) + 1,
      /** Since when earlier receipts are hidden until the close, because a link set a new password. */
      hiddenAt: await findHiddenAt(db, { studyId, round: number, seatId }),
      /** The oldest other round that the account has still to judge; null if there is none. */
      nextRound: await findUnsealed(db, { studyId, accountId, besides: number }),
      /** How many witnesses cosign the study's checkpoints. */
      witnessCount: await countWitnesses(db, studyId),
      receipts,
    };
  });
}

async function findUnsealed(
  db: Reader,
  { studyId, accountId, besides }: { studyId: string; accountId: string; besides: number },
): Promise<number | null> {
  const rounds = (await listOpenPlaces(db, accountId)).flatMap((place) => {
    const isOther = place.studyId === studyId && place.round !== besides;
    return isOther && !place.hasSealed ? [place.round] : [];
  });
  return rounds.length === 0 ? null : Math.min(...rounds);
}

export type StoredReceipts = Awaited<ReturnType<typeof readReceipts>>;
export type Receipt = StoredReceipts["receipts"][number];
