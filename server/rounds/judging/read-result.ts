import { type BallotRow, listLastBallots } from "#db/queries/ballots.ts";
import { listViolations } from "#db/queries/draws.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import type { Reader } from "#db/store/store.ts";
import { countingBallots } from "#server/audit-log/ballots.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import { pairKey } from "#server/audit-log/pairs.ts";
import { readTolerancePairs } from "#server/audit-log/tolerance-pairs.ts";
import type { Verdict, VerdictWord } from "#server/audit-log/verdicts.ts";
import { parseVerdicts } from "#server/audit-log/verdicts.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import type { App } from "#server/platform/app/app.ts";
import { findGenesisEntry } from "#server/platform/app/genesis-entry.ts";
import { readConfirmedBallots } from "#server/rounds/confirmed-ballots.ts";
import { readDecidingPanel } from "#server/rounds/deciding-panel.ts";
import { publicNumberOf } from "#server/rounds/public-number.ts";
import { readAnnulments } from "#server/rounds/read-annulments.ts";
import { requireRound } from "#server/rounds/read-round.ts";
import { listShownFields, storedCells } from "#server/rounds/shown-fields.ts";
import { tallyVerdicts } from "#server/rounds/tally-verdicts.ts";
import { findDecision } from "#server/studies/labels.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { requirePlace } from "./judging-seat.ts";
import { roundOfAuditor } from "./read-judging.ts";

/** The verdicts of the panel and of the requesting auditor on a pair. Numbers, never names or seats. */
export type PairResult = {
  readonly high: number;
  readonly low: number;
  readonly mine: VerdictWord | null;
  /** Points of difference that the auditor's own ballot calls still acceptable. */
  readonly myTolerance: number | null;
  /** The tolerances of the whole panel, sorted by size so that their order does not reveal the auditors. */
  readonly tolerances: readonly number[];
  readonly counts: Readonly<Record<VerdictWord, number>>;
  /**
   * Its share of the round's lesson, a decimal; "0" if the study's rule passed over it; null below the needed flags.
   */
  readonly weight: string | null;
};

/**
 * Reads a round as its auditors may see it afterwards: their own verdicts next to the panel's numbers. `result` is null
 * until the round is closed. It stays null if the round was cancelled, since no ballot was opened. Never includes the
 * draw or an outcome.
 */
export async function readResult(
  app: App,
  { studyId, round: number, accountId }: { studyId: string; round: number; accountId: string },
) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const settings = settingsOf(study);
    const { alpha } = settings.learner;
    const round = await requireRound(db, studyId, number);
    const seatId = await requirePlace(db, { studyId, round: number, accountId });
    const people = await listRoundFeatures(db, studyId, [number]);
    const chances = people.map((person) => person.chance);
    const isClosed = round.state === "closed";
    return {
      decision: await findDecision(db, studyId),
      round: roundOfAuditor(round, app.now()),
      panel: await readDecidingPanel(db, studyId, round),
      /** The public number that its draw awaits or used; null without a beacon. */
      publicNumber: publicNumberOf(app, (await findGenesisEntry(db, studyId))?.beacon ?? null, round),
      alpha,
      /** null in an audit, which has no learner. */
      pairRule: isAudit(settings) ? null : settings.learner.pairRule,
      chances,
      /** Whether only tolerances were asked for, because no pair could be judged. */
      asksTolerances: round.tolerancePairs !== null,
      /** The cards as they were judged; null before the close. */
      cards: isClosed
        ? {
            fields: await listShownFields(db, studyId, settings),
            people: people.map(({ position, chance, features }) => ({
              position,
              chance,
              cells: features === null ? null : storedCells(features, settings),
            })),
          }
        : null,
      result: isClosed
        ? await readPairs(
            db,
            { studyId, round: number, seatId },
            readTolerancePairs(round.tolerancePairs) ?? eligiblePairs(chances, alpha),
          )
        : null,
    };
  });
}

export type RoundResult = Awaited<ReturnType<typeof readResult>>;

async function readPairs(
  db: Reader,
  { studyId, round, seatId }: { studyId: string; round: number; seatId: string },
  pairs: readonly (readonly [number, number])[],
) {
  const seats = (await listRoundSeats(db, studyId, round)).map((place) => place.seatId);
  const last = countingBallots(seats, await listLastBallots(db, { studyId, rounds: [round] })).filter(
    (ballot) => ballot !== null,
  );
  const tallies = await tallyVerdicts(last);
  const violations = await listViolations(db, studyId, [round]);
  const weights = new Map(violations.map(({ high, low, weight }) => [pairKey(high, low), weight]));
  const mine = last.find((ballot) => ballot.seatId === seatId);
  const own = verdictsOf(mine);
  return {
    sealedCount: last.length,
    sealed: mine === undefined ? null : { version: mine.version, seq: mine.seq },
    confirmedBallots: await readConfirmedBallots(db, studyId, round),
    annulments: await readAnnulments(db, { studyId, round, seatId }),
    pairs: pairs.map(([high, low]): PairResult => {
      const key = pairKey(high, low);
      const { unfair = 0, acceptable = 0, unsure = 0, tolerances = [] } = tallies.get(key) ?? {};
      return {
        high,
        low,
        mine: own.get(key)?.[2] ?? null,
        myTolerance: own.get(key)?.[3] ?? null,
        tolerances: tolerances.toSorted((a, b) => a - b),
        counts: { unfair, acceptable, unsure },
        weight: weights.get(key) ?? null,
      };
    }),
  };
}

/** Returns a ballot's verdicts by pair. */
function verdictsOf(ballot: BallotRow | undefined): Map<number, Verdict> {
  const verdicts = ballot === undefined ? [] : parseVerdicts(ballot.verdicts);
  return new Map(verdicts.map((verdict) => [pairKey(verdict[0], verdict[1]), verdict]));
}
