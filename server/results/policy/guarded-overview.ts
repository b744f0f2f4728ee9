import { readGuard } from "#server/audit-log/guard.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { certainUntil, mostReports, reportsUntil } from "#server/learner/guarded/allowance.ts";
import { guardedSettings } from "#server/learner/guarded/settings.ts";
import type { RoundFacts } from "./round-facts.ts";

/**
 * Returns what the limit of mode `guarded` did in a round; null where the round has nothing of that mode, or was
 * cancelled. Differences are shares of 1.
 */
export function guardedRound({ round, people, closed }: RoundFacts) {
  if (round.guard === null || round.state === "cancelled") return null;
  const { tau, limit, pull, isCut, spent, base } = readGuard(round.guard);
  return {
    round: round.number,
    /** The learner's t. */
    t: round.t,
    /** Null while the round is open: not known yet. */
    hasReport: closed === null ? null : closed.reported.length > 0,
    /** How much further than alpha the chances may be apart; below 0 no pair can be judged. */
    tau: Number(tau),
    /** Largest difference that is allowed. */
    limit: Number(limit),
    /** The largest difference between two people, before the limit and as shown. */
    baseSpread: spreadOf(base.map(Number)),
    spread: spreadOf(people.map(({ chance }) => Number(chance))),
    /** Share of the way that each chance was moved towards the target, from 0 to 1. */
    pull: Number(pull),
    /** Whether the budget cut the pull, so that the spread is above the limit. */
    isCut,
    /** Total of all corrections so far, this one included: expected picks added or taken. */
    spent: Number(spent),
  };
}

export type GuardedOverviewRound = NonNullable<ReturnType<typeof guardedRound>>;

/** Returns the people of a round of mode `guarded` with their chances before the limit, in order of position. */
export function pulledRound({ round, people }: RoundFacts) {
  const bases = round.guard === null ? [] : readGuard(round.guard).base.map(Number);
  return {
    round: round.number,
    people: people.map(({ chance }, position) => ({
      base: bases[position] ?? Number.NaN,
      chance: Number(chance),
    })),
  };
}

export type PulledRound = ReturnType<typeof pulledRound>;

export type GuardedFacts = {
  /** Oldest first, the open one included. */
  readonly rounds: readonly GuardedOverviewRound[];
  /** The newest round whose chances the limit moved. */
  readonly pulled: PulledRound | null;
};

/**
 * Summarises the limit of a study in mode `guarded`; null for a study in another mode.
 *
 * @param size N
 */
export function guardedOverview(spec: LearnerSpec, size: number, facts: GuardedFacts) {
  if (spec.mode !== "guarded") return null;
  const settings = guardedSettings(spec);
  const closed = facts.rounds.filter(({ hasReport }) => hasReport !== null);
  const newest = closed.reduce((most, { t }) => Math.max(most, t), 0);
  const ahead = roundsAhead(spec.horizon, newest);
  const reported = closed.filter(({ hasReport }) => hasReport);
  return {
    ...facts,
    alpha: settings.alpha,
    /** How far tau falls after a report; after a quiet round it rises by at most its square. */
    step: settings.step,
    /** Guarantee on the number of rounds that end in a report, whatever the panel does. */
    promise: {
      reportCount: reported.length,
      closedCount: closed.length,
      /** Largest possible number of reports in the first 0, 1, .. openings, up to the newest that is closed. */
      most: reportsUntil(settings, newest),
      /** Largest possible number of reports in a future number of rounds: those planned, or the next milestone. */
      ahead: { rounds: ahead, most: mostReports(settings, ahead) },
      /** Up to this round the guarantee holds without conditions; after it, as long as no correction is cut. */
      certainUntil: certainUntil(settings, size),
      /** Reported rounds whose correction was cut: they come on top of the guaranteed number. */
      cutReportCount: reported.filter(({ isCut }) => isCut).length,
    },
  };
}

export type GuardedOverview = NonNullable<ReturnType<typeof guardedOverview>>;

const milestones = [10, 20, 50, 100, 200, 500, 1_000, 2_000];

/**
 * Returns the number of rounds to plan for. Longer plans are replaced by their next milestone: the guarantee is counted
 * round by round.
 * @internal
 */
export function roundsAhead(horizon: number | null, playedCount: number): number {
  const next = milestones.find((rounds) => rounds > playedCount) ?? playedCount + 1_000;
  return horizon !== null && horizon > playedCount && horizon <= 2_000 ? horizon : next;
}

function spreadOf(chances: readonly number[]): number {
  return Math.max(...chances) - Math.min(...chances);
}
