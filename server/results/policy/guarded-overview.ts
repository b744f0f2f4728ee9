import { readGuard } from "#server/audit-log/guard.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { certainUntil, mostReports, reportsUntil } from "#server/learner/guarded/allowance.ts";
import { guardedSettings } from "#server/learner/guarded/settings.ts";
import type { RoundFacts } from "./round-facts.ts";

/** What the limit of mode `guarded` did in a round that was not cancelled. Differences are shares of 1. */
export type GuardedOverviewRound = {
  readonly round: number;
  /** The learner's t. */
  readonly t: number;
  /** Null while the round is open: not known yet. */
  readonly hasReport: boolean | null;
  /** How much further than alpha the chances may be apart; below 0 no pair can be judged. */
  readonly tau: number;
  /** Largest difference that is allowed. */
  readonly limit: number;
  /** The largest difference between two people, before the limit and as shown. */
  readonly baseSpread: number;
  readonly spread: number;
  /** Share of the way that each chance was moved towards the target, from 0 to 1. */
  readonly pull: number;
  /** Whether the budget cut the pull, so that the spread is above the limit. */
  readonly isCut: boolean;
  /** Total of all corrections so far, this one included: expected picks added or taken. */
  readonly spent: number;
};

/** The newest round whose chances the limit moved. */
export type PulledRound = {
  readonly round: number;
  readonly isOpen: boolean;
  /** In order of position. */
  readonly people: readonly { readonly base: number; readonly chance: number }[];
};

/** Guarantee on the number of rounds that end in a report, whatever the panel does. */
export type SurePromise = {
  readonly reportCount: number;
  readonly closedCount: number;
  /** Largest possible number of reports in the first 0, 1, .. openings, up to the newest that is closed. */
  readonly most: readonly number[];
  /** Largest possible number of reports in a future number of rounds: those planned, or the next milestone. */
  readonly ahead: { readonly rounds: number; readonly most: number };
  /** Up to this round the guarantee holds without conditions; after it, as long as no correction is cut. */
  readonly certainUntil: number;
  /** Reported rounds whose correction was cut: they come on top of the guaranteed number. */
  readonly cutReportCount: number;
};

export type GuardedOverview = {
  /** Oldest first, the open one included. */
  readonly rounds: readonly GuardedOverviewRound[];
  readonly alpha: number;
  /** How far tau falls after a report; after a quiet round it rises by at most its square. */
  readonly step: number;
  readonly promise: SurePromise;
  readonly pulled: PulledRound | null;
};

export type GuardedFacts = Pick<GuardedOverview, "rounds" | "pulled">;

/** Returns null where the round has nothing of mode `guarded`, or was cancelled. */
export function guardedRound({ round, people, closed }: RoundFacts): GuardedOverviewRound | null {
  if (round.guard === null || round.state === "cancelled") return null;
  const { tau, limit, pull, isCut, spent, base } = readGuard(round.guard);
  return {
    round: round.number,
    t: round.t,
    hasReport: closed === null ? null : closed.reported.length > 0,
    tau: Number(tau),
    limit: Number(limit),
    baseSpread: spreadOf(base.map(Number)),
    spread: spreadOf(people.map(({ chance }) => Number(chance))),
    pull: Number(pull),
    isCut,
    spent: Number(spent),
  };
}

/** @param facts of a round of mode `guarded` */
export function pulledRound({ round, people }: RoundFacts): PulledRound {
  const bases = round.guard === null ? [] : readGuard(round.guard).base.map(Number);
  return {
    round: round.number,
    isOpen: round.closedAt === null,
    people: people.map(({ chance }, position) => ({
      base: bases[position] ?? Number.NaN,
      chance: Number(chance),
    })),
  };
}

/**
 * Summarises the limit of a study in mode `guarded`; null for a study in another mode.
 *
 * @param size N
 */
export function guardedOverview(
  spec: LearnerSpec,
  size: number,
  facts: GuardedFacts,
): GuardedOverview | null {
  if (spec.mode !== "guarded") return null;
  const settings = guardedSettings(spec);
  const closed = facts.rounds.filter(({ hasReport }) => hasReport !== null);
  const newest = closed.reduce((most, { t }) => Math.max(most, t), 0);
  const ahead = roundsAhead(spec.horizon, newest);
  const reported = closed.filter(({ hasReport }) => hasReport);
  return {
    ...facts,
    alpha: settings.alpha,
    step: settings.step,
    promise: {
      reportCount: reported.length,
      closedCount: closed.length,
      most: reportsUntil(settings, newest),
      ahead: { rounds: ahead, most: mostReports(settings, ahead) },
      certainUntil: certainUntil(settings, size),
      cutReportCount: reported.filter(({ isCut }) => isCut).length,
    },
  };
}

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
