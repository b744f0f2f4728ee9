import { estimateMean, type MeanEstimate, type RoundEstimate } from "../findings/loss-estimate.ts";
import { wilson } from "../findings/wilson.ts";
import type { ReplayedRound } from "./replay.ts";

/** Sums up a replay. @param rounds at least one round */
export function summariseReplays(rounds: readonly ReplayedRound[]) {
  const sum = (value: (round: ReplayedRound) => number) =>
    rounds.reduce((total, round) => total + value(round), 0);
  const reports = rounds.filter(({ reported }) => reported.length > 0).length;
  return {
    rounds: rounds.length,
    reports,
    reportedPairs: sum(({ reported }) => reported.length),
    interval: wilson(reports, rounds.length),
    askedCount: sum(({ askedCount }) => askedCount),
    unjudgedCount: sum(({ unjudgedCount }) => unjudgedCount),
    statedCount: sum(({ statedCount }) => statedCount),
    turnedCount: sum(({ turnedCount }) => turnedCount),
    pickedCount: sum(({ decisions }) => decisions.filter((decision) => decision === 1).length),
    unknownCount: sum(({ unknownCount }) => unknownCount),
    /** The average distance of chances from the published ones over the rounds. */
    moved: sum(({ moved }) => moved) / rounds.length,
    /** Over the rounds in which no outcome is still expected; null without one. */
    loss: meanLoss(rounds.map(({ loss, chances }) => ({ ...loss, size: chances.length }))),
  };
}

export type ReplaySummary = ReturnType<typeof summariseReplays>;

/** Returns the mean over settled rounds; null before the first of them. */
export function meanLoss(
  rounds: readonly (RoundEstimate & { readonly size: number })[],
): MeanEstimate | null {
  const settled = rounds.filter(({ pendingCount }) => pendingCount === 0);
  return settled.length === 0 ? null : estimateMean(settled);
}
