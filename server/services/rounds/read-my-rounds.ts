import { type BallotRow, listBallotsOfSeat, listDrafts } from "#db/queries/ballots.ts";
import { listViolations } from "#db/queries/draws.ts";
import { listRoundPeople, listRounds, listRoundsOfSeat, type RoundRow } from "#db/queries/rounds.ts";
import { findSeatOf } from "#db/queries/seats.ts";
import type { Reader } from "#db/store.ts";
import { eligiblePairs } from "#server/learner/panel.ts";
import type { StudySettings } from "#server/log/entries.ts";
import type { App } from "../app.ts";
import { paceOf } from "../ballots/pace.ts";
import { queueOrder } from "../ballots/queue-order.ts";
import { parseVerdicts } from "../ballots/verdicts.ts";
import { requireStudy, settingsOf } from "../studies/settings.ts";
import { roundOfAuditor } from "./read-judging.ts";

type Seat = { readonly studyId: string; readonly seatId: string };

/**
 * The rounds on whose panel an auditor sits, newest first: of the open one what is still owed, of closed ones what the
 * panel decided. A ballot that was never sealed counts as no flags.
 */
export async function readMyRounds(app: App, { studyId, accountId }: { studyId: string; accountId: string }) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const seatId = await findSeatOf(db, studyId, accountId);
    if (seatId === undefined || study.settings === null) return { studyName: study.name, rounds: [] };
    const seat = { studyId, seatId };
    const numbers = await listRoundsOfSeat(db, studyId, seatId);
    const rounds = numbers.length === 0 ? [] : await listRounds(db, studyId, numbers);
    const ballots = await listBallotsOfSeat(db, studyId, seatId);
    const closed = rounds.filter((round) => round.state === "closed").map((round) => round.number);
    const violations = closed.length === 0 ? [] : await listViolations(db, studyId, closed);
    const settings = settingsOf(study);
    const mine = [];
    for (const round of rounds) {
      const ballot = ballots.findLast((row) => row.round === round.number);
      mine.push({
        ...roundOfAuditor(round, app.now()),
        openedAt: round.openedAt,
        neededFlags: round.neededFlags,
        seatCount: round.seatCount,
        sealed: ballot === undefined ? null : sealedSummary(ballot),
        owed: round.state === "open" ? await readOwed(db, seat, round, settings, ballot) : null,
        reported:
          round.state === "closed"
            ? violations
                .filter((row) => row.round === round.number)
                .map(({ high, low, flagCount }) => ({ high, low, flagCount }))
            : null,
      });
    }
    return { studyName: study.name, rounds: mine };
  });
}

export type MyRounds = Awaited<ReturnType<typeof readMyRounds>>;
export type MyRound = MyRounds["rounds"][number];

function sealedSummary({
  version,
  seq,
  sealedAt,
  verdicts,
}: Pick<BallotRow, "version" | "seq" | "sealedAt" | "verdicts">) {
  return { version, seq, sealedAt, verdictCount: parseVerdicts(verdicts).length };
}

/** Each pair of the auditor's own queue with the verdict that is saved for it. */
async function readOwed(
  db: Reader,
  { studyId, seatId }: Seat,
  round: RoundRow,
  settings: StudySettings,
  ballot: { verdicts: string } | undefined,
) {
  const people = await listRoundPeople(db, studyId, round.number);
  const pairs = eligiblePairs(
    people.map((person) => person.chance),
    settings.learner.alpha,
  );
  const drafts = await listDrafts(db, { studyId, round: round.number, seatId });
  const queue = queueOrder(pairs, round.noiseSeed, seatId).map(
    ([high, low]) => drafts.find((draft) => draft.high === high && draft.low === low)?.verdict ?? null,
  );
  const saved = drafts.map(({ high, low, verdict }) => `${high} ${low} ${verdict}`);
  const sealed = ballot && parseVerdicts(ballot.verdicts).map((verdict) => verdict.join(" "));
  return {
    queue,
    savedAt: drafts.length === 0 ? null : Math.max(...drafts.map((draft) => draft.savedAt)),
    msPerPair: paceOf(drafts.map((draft) => draft.savedAt)) ?? null,
    /** Verdicts were given or taken back after sealing; they count once they are sealed. */
    isChangedSinceSeal: sealed !== undefined && sealed.sort().join() !== saved.sort().join(),
  };
}
