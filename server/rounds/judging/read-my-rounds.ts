import { type BallotRow, listOwnBallots, listSavedVerdicts } from "#db/queries/ballots.ts";
import { listViolations } from "#db/queries/draws.ts";
import { findHiddenAt } from "#db/queries/hidden.ts";
import { listRoundPeople } from "#db/queries/round-people.ts";
import { listPlacesOf } from "#db/queries/round-seats.ts";
import { countCancelledRounds, listOpenRounds, listRounds, type RoundRow } from "#db/queries/rounds.ts";
import { findMembership, findSeatOf } from "#db/queries/seats.ts";
import type { Reader } from "#db/store/store.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { parseVerdicts } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import { damageOf } from "#server/platform/integrity/damaged.ts";
import { byDeadline } from "#server/rounds/read-round.ts";
import { readSeatFacts } from "#server/studies/devices.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { isChangedSinceSeal } from "./changed-since-seal.ts";
import { lastSaved, paceOf } from "./pace.ts";
import { roundOfAuditor } from "./read-judging.ts";
import { seatQueue } from "./seat-queue.ts";
import { verdictsInOrder } from "./verdicts-in-order.ts";

type Seat = { readonly studyId: string; readonly seatId: string };

const roundsAPage = 20;

/**
 * Reads the rounds on whose panel an auditor is or was: for open ones the remaining work, for ended ones the panel's
 * decisions. A ballot that was never sealed counts as no flags. An ended round without pairs is among the past ones.
 *
 * @param before cursor of a page of past rounds, newest first: those below this number, or the newest
 */
export async function readMyRounds(
  app: App,
  { studyId, accountId, before }: { studyId: string; accountId: string; before?: number | undefined },
) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const settings = settingsOf(study);
    const seatId = await findSeatOf(db, studyId, accountId);
    const isAuditor = (await findMembership(db, studyId, accountId))?.endedAt === null;
    const seats = isAuditor ? await readSeatFacts(db, studyId) : [];
    const places = (await listPlacesOf(db, { studyId, accountId })).reverse();
    const asked = places.filter((place) => place.pairCount > 0 || place.tolerancePairs !== null);
    const [newest] = await listRounds(db, studyId, numbersOf(asked.slice(0, 1)));
    const unended = new Set((await listOpenRounds(db, studyId)).map(({ number }) => number));
    const ended = numbersOf(places).filter((number) => !unended.has(number));
    const page = pageOf(ended, before);
    const wanted = [...numbersOf(asked).filter((number) => unended.has(number)), ...page.numbers];
    const rounds: MyRound[] = [];
    for (const [seat, held] of Map.groupBy(places, (place) => place.seatId)) {
      const own = wanted.filter((number) => held.some((place) => place.round === number));
      rounds.push(...(await describeRounds(db, { studyId, seatId: seat }, own, settings, app.now())));
    }
    rounds.sort((a, b) => b.number - a.number);
    return {
      /** Damage of the study's record, which prevents sealing; null if none was found. */
      damage: damageOf(app.store, studyId),
      seat: seatId ?? null,
      /** How the seats of the panel were filled, and their devices, without names; for present auditors only. */
      seats,
      /** Cancelled rounds of the whole study. */
      cancelled: await countCancelledRounds(db, studyId),
      /** Number of rounds with pairs to judge. */
      roundCount: asked.length,
      /** Number of the newest round, with or without pairs; 0 if there is none. */
      lastNumber: places[0]?.round ?? 0,
      /** The largest difference in chance that is not judged, from 0 to 1. */
      alpha: settings.learner.alpha,
      /** The newest round with pairs to judge, on every page, so that a page can detect a newer one. */
      newest: newest === undefined ? null : statusOf(newest),
      /** The earliest deadline first; rounds without one last. */
      open: rounds.filter((round) => round.closedAt === null).sort(byDeadline),
      past: rounds.filter((round) => round.closedAt !== null),
      /** The values of `before` for the pages of older and of newer rounds; null if there is none. */
      older: page.older,
      newer: page.newer,
    };
  });
}

export type MyRound = Awaited<ReturnType<typeof describeRounds>>[number];

function numbersOf(places: readonly { readonly round: number }[]): number[] {
  return places.map((place) => place.round);
}

function statusOf({ number, state, deadlineAt }: RoundRow) {
  return { number, state, deadlineAt };
}

/** Cuts a page out of the round numbers. @param numbers newest first; with gaps for rounds of other seats */
function pageOf(numbers: readonly number[], before: number | undefined) {
  const found = before === undefined ? 0 : numbers.findIndex((number) => number < before);
  const from = found === -1 ? numbers.length : found;
  const shown = numbers.slice(from, from + roundsAPage);
  const last = shown.at(-1);
  const above = numbers[Math.max(0, from - roundsAPage)];
  return {
    numbers: shown,
    older: last !== undefined && from + roundsAPage < numbers.length ? last : null,
    newer: from > 0 && above !== undefined ? above + 1 : null,
  };
}

async function describeRounds(
  db: Reader,
  seat: Seat,
  numbers: readonly number[],
  settings: StudySettings,
  now: number,
) {
  const { studyId } = seat;
  const rounds = await listRounds(db, studyId, numbers);
  const ballots = new Map(
    (await listOwnBallots(db, { ...seat, rounds: numbers })).map((row) => [row.round, row]),
  );
  const violations = Map.groupBy(await listViolations(db, studyId, numbers), (row) => row.round);
  const described = [];
  for (const round of rounds) {
    const ballot = ballots.get(round.number) ?? null;
    const reported = violations.get(round.number) ?? [];
    described.push({
      ...roundOfAuditor(round, now),
      openedAt: round.openedAt,
      pairCount: round.pairCount,
      asksTolerances: round.tolerancePairs !== null,
      neededFlags: round.neededFlags,
      seatCount: round.seatCount,
      sealed: ballot && sealedSummary(ballot),
      /** Since when the earlier verdicts are hidden until the close, because a link set a new password. */
      hiddenAt: round.closedAt === null ? await findHiddenAt(db, { ...seat, round: round.number }) : null,
      owed:
        round.state === "open"
          ? await readOpenWork(db, seat, {
              round,
              before: numbers.filter((number) => number < round.number),
              settings,
              ballot,
            })
          : null,
      reported:
        round.state === "closed"
          ? reported.map(({ high, low, flagCount, annulledIn }) => ({ high, low, flagCount, annulledIn }))
          : null,
    });
  }
  return described;
}

function sealedSummary({
  version,
  seq,
  sealedAt,
  verdicts,
}: Pick<BallotRow, "version" | "seq" | "sealedAt" | "verdicts">) {
  return { version, seq, sealedAt, verdictCount: parseVerdicts(verdicts).length };
}

type OpenWork = {
  readonly round: RoundRow;
  /** The auditor's rounds before it, newest first. */
  readonly before: readonly number[];
  readonly settings: StudySettings;
  readonly ballot: { readonly verdicts: string } | null;
};

/** Reads each pair of the auditor's own queue with its saved verdict. */
async function readOpenWork(
  db: Reader,
  { studyId, seatId }: Seat,
  { round, before, settings, ballot }: OpenWork,
) {
  const people = await listRoundPeople(db, studyId, round.number);
  const saved = await listSavedVerdicts(db, { studyId, round: round.number, seatId });
  const verdicts = saved.map(({ verdict }) => verdict);
  const { pairs, docketCount } = seatQueue(round, people, { settings, seatId });
  return {
    /** The docket first, then every other pair. */
    queue: verdictsInOrder(pairs, verdicts),
    /** How many of the first pairs in the queue are the docket. */
    docketCount,
    savedAt: lastSaved(saved.map(({ savedAt }) => savedAt)),
    msPerPair: await paceIn(db, { studyId, seatId }, [round.number, ...before]),
    /** Whether verdicts were changed after sealing. Changes count once they are sealed. */
    isChangedSinceSeal: ballot !== null && isChangedSinceSeal(ballot, verdicts),
  };
}

/** Number of rounds considered, since old rounds say little about an auditor's present pace. */
const roundsOfPace = 4;

/** Returns the pace in the newest of these rounds with enough data. */
async function paceIn(db: Reader, seat: Seat, rounds: readonly number[]): Promise<number | null> {
  for (const round of rounds.slice(0, roundsOfPace)) {
    const saved = await listSavedVerdicts(db, { ...seat, round });
    const pace = paceOf(saved.map(({ savedAt }) => savedAt));
    if (pace !== undefined) return pace;
  }
  return null;
}
