import { listVersions } from "#db/queries/ballots.ts";
import { findHiddenAt } from "#db/queries/hidden.ts";
import { findEntry } from "#db/queries/log.ts";
import { listOpenPlaces, listRoundSeats } from "#db/queries/round-seats.ts";
import type { Reader } from "#db/store/store.ts";
import type { Report } from "#server/audit-log/annulments.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { parseVerdicts } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import { parseVotes } from "#server/rounds/carried-annulments.ts";
import { readDecidingPanel } from "#server/rounds/deciding-panel.ts";
import { requireRound } from "#server/rounds/read-round.ts";
import { countWitnesses } from "#server/studies/checkpoints/identity.ts";
import { readIsChanged } from "./changed-since-seal.ts";
import { requirePlace } from "./judging-seat.ts";
import { roundOfAuditor } from "./read-judging.ts";
import { receiptAt } from "./receipt-at.ts";

/** Lists every ballot an auditor sealed in a round, the one that counts first, with the log entry that proves it. */
export async function readReceipts(
  app: App,
  { studyId, round: number, accountId }: { studyId: string; round: number; accountId: string },
) {
  return app.store.read(async (db) => {
    const round = await requireRound(db, studyId, number);
    const seatId = await requirePlace(db, { studyId, round: number, accountId });
    const panel = await listRoundSeats(db, studyId, number);
    const ballots = await listVersions(db, { studyId, round: number, seatId });
    const receipts = [];
    for (const { seq, verdicts, votes } of ballots.reverse()) {
      receipts.push({
        ...(await receiptAt(db, studyId, seq)),
        verdicts: parseVerdicts(verdicts),
        votes: parseVotes(votes),
      });
    }
    return {
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
      /** The earlier reports that the ballots vote on, in the order of the votes. */
      reports: await readProposals(db, studyId, round.openedSeq),
      receipts,
      /** Whether verdicts were changed after sealing. Changes count once they are sealed. */
      isChanged: round.state === "open" && (await readIsChanged(db, { studyId, round: number, seatId })),
    };
  });
}

/** Reads the proposals of an opening from the log, since a cancelled round no longer carries them. */
async function readProposals(db: Reader, studyId: string, openedSeq: number): Promise<readonly Report[]> {
  const row = await findEntry(db, studyId, openedSeq);
  const entry = row === undefined ? undefined : readLine(row.entry);
  if (entry?.type !== "round.opened") throw new Error(`entry ${openedSeq} of ${studyId} opens no round`);
  return entry.body.annulments ?? [];
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
