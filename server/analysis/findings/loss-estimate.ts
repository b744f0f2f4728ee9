import { constantError } from "#server/learner/exp2/constant-error.ts";
import { studentQuantile } from "#server/learner/numeric/student.ts";

/**
 * A closed round as the estimate sees it. `label`: y of a selected person; null while it is unknown, or when it was
 * lost.
 */
export type EstimatedRound = {
  readonly people: readonly {
    /** p, the chance recorded in the round. */
    readonly chance: number;
    /** q, the chance under the policy whose errors are estimated; absent: p, that of the round itself. */
    readonly policy?: number;
    readonly selected: boolean;
    readonly label: 0 | 1 | "lost" | null;
  }[];
};

export type RoundEstimate = {
  /** Errors per person. Both ends are equal unless outcomes are unknown, which could be either value. */
  readonly low: number;
  readonly high: number;
  /** Picked people whose outcome is yes or no. */
  readonly knownCount: number;
  readonly pendingCount: number;
  readonly lostCount: number;
};

export type MeanEstimate = {
  /**
   * Per person, over all rounds so far in which no outcome is still expected; cut to [0, 1], the range of the true
   * value.
   */
  readonly mean: number;
  /** 95 %, cut to [0, 1], the range of the true value; null with fewer than two rounds. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly roundCount: number;
  /** The number of known outcomes in these rounds. */
  readonly outcomeCount: number;
  /**
   * Whether there are enough outcomes to show the estimate: with fewer, it would mostly reflect the chances themselves.
   */
  readonly isSupported: boolean;
};

/** The minimum number of known outcomes before an estimate that depends on them is shown. */
export const fewestOutcomes = 10;

/**
 * Estimates the expected errors of a policy in a round, per person, from the outcomes that the round's draw revealed.
 *
 *   Error = Σ_i [q_i (1 - y_i) + (1 - q_i) y_i] = Σ_i [q_i + (1 - 2 q_i) y_i]      (Def. 2.6)
 *   estimate: y_i -> s_i y_i / p_i, s_i = 1 if person i was selected, else 0;  E[s_i] = p_i, so its mean is Error
 *
 * For the round's own policy, q = p, each summand is at least p + 1/p - 2 >= 0 or p, so it is never negative; it may
 * exceed 1. For another policy it may be negative too: q - (2 q - 1)/p. A person of chance p = 0 counts q, whatever the
 * label: it can never be observed.
 */
export function estimateRound({ people }: EstimatedRound): RoundEstimate {
  let low = 0;
  let high = 0;
  let knownCount = 0;
  let pendingCount = 0;
  let lostCount = 0;
  for (const { chance: p, policy: q = p, selected, label } of people) {
    if (selected && (label === 0 || label === 1)) knownCount += 1;
    const ifYes = selected && p > 0 ? q + (1 - 2 * q) / p : q;
    if (!selected || label === 0) {
      low += q;
      high += q;
    } else if (label === 1) {
      low += ifYes;
      high += ifYes;
    } else {
      low += Math.min(q, ifYes);
      high += Math.max(q, ifYes);
      if (label === null) pendingCount += 1;
      else lostCount += 1;
    }
  }
  return { low: low / people.length, high: high / people.length, knownCount, pendingCount, lostCount };
}

/**
 * Returns the mean over settled rounds, weighted by their number of people, with an interval from the spread between
 * rounds:
 *
 *   M = Σ_t n_t e_t / Σ_t n_t,   M ± q √( T/(T-1) Σ_t n_t² (e_t - M)² ) / Σ_t n_t,
 *   q: Student's t with T - 1 degrees, 97.5 %
 *
 * The spread is between rounds, because the people of one round share one draw. What the policy learned in between
 * counts as spread too, so the interval is rather too wide than too narrow. Lost outcomes widen it to both possible
 * values.
 */
export function estimateMean(
  rounds: readonly {
    readonly size: number;
    readonly low: number;
    readonly high: number;
    readonly knownCount: number;
  }[],
): MeanEstimate {
  const [low, high] = [meanOf(rounds, "low"), meanOf(rounds, "high")];
  const outcomeCount = rounds.reduce((total, { knownCount }) => total + knownCount, 0);
  const known = { mean: cut((low.mean + high.mean) / 2), roundCount: rounds.length, outcomeCount };
  if (rounds.length < 2) return { ...known, interval: null, isSupported: false };
  const q = studentQuantile(rounds.length - 1);
  const interval = { low: cut(low.mean - q * low.error), high: cut(high.mean + q * high.error) };
  return { ...known, interval, isSupported: outcomeCount >= fewestOutcomes };
}

/**
 * Estimates the wrong decisions of the policy, of the constant rules that pick no one, everyone, or as many people as
 * the policy at random, and of the rule in force. A rule of chance q has q + (1 - 2 q) y errors per person, y the share
 * of outcomes yes, and q = 0 has y: its estimate gives the other constants.
 *
 * @param rounds settled rounds, oldest first: the estimate of the round's policy, that of q = 0, that of the rule in
 *   force (null: not known), and Σ p
 * @returns null without a settled round
 */
export function compareErrors(
  rounds: readonly {
    readonly size: number;
    readonly expectedCount: number;
    readonly policy: RoundEstimate;
    readonly acceptNone: RoundEstimate;
    readonly inForce: RoundEstimate | null;
  }[],
) {
  if (rounds.length === 0) return null;
  const total = (key: "size" | "expectedCount") => rounds.reduce((sum, round) => sum + round[key], 0);
  const share = total("expectedCount") / total("size");
  const constant = (q: number) =>
    rounds.map(({ acceptNone, ...round }) => {
      const ends = [constantError(q, acceptNone.low), constantError(q, acceptNone.high)];
      return { ...round, rule: { ...acceptNone, low: Math.min(...ends), high: Math.max(...ends) } };
    });
  const [acceptNone, acceptAll, atRandom] = [constant(0), constant(1), constant(share)];
  const inForce = rounds.flatMap(({ inForce: rule, ...round }) => (rule === null ? [] : { ...round, rule }));
  return {
    /**
     * How much less the policy errs than each of them, 95 %: the ends of policy minus rule, in [-1, 1]; null with fewer
     * than two rounds. Below 0 throughout: the policy is better by more than the uncertainty.
     */
    difference: {
      acceptNone: difference(acceptNone),
      acceptAll: difference(acceptAll),
      atRandom: difference(atRandom),
      inForce: difference(inForce),
    },
    policy: estimateMean(rounds.map(({ size, policy }) => ({ size, ...policy }))),
    acceptNone: estimateRule(acceptNone),
    acceptAll: estimateRule(acceptAll),
    atRandom: estimateRule(atRandom),
    /** Over the rounds in which its chances are known; null if there is no such round. */
    inForce: inForce.length === 0 ? null : estimateRule(inForce),
  };
}

export type ComparedErrors = NonNullable<ReturnType<typeof compareErrors>>;

type ComparedRound = { readonly size: number; readonly policy: RoundEstimate; readonly rule: RoundEstimate };

function estimateRule(rounds: readonly ComparedRound[]): MeanEstimate {
  return estimateMean(rounds.map(({ size, rule }) => ({ size, ...rule })));
}

/** Estimates policy minus rule from the same outcomes, whose spread mostly cancels in a difference. */
function difference(rounds: readonly ComparedRound[]): { low: number; high: number } | null {
  if (rounds.length < 2) return null;
  const ends = rounds.map(({ size, policy, rule }) => ({
    size,
    low: policy.low - rule.high,
    high: policy.high - rule.low,
  }));
  const quantile = studentQuantile(rounds.length - 1);
  const [low, high] = [meanOf(ends, "low"), meanOf(ends, "high")];
  return { low: low.mean - quantile * low.error, high: high.mean + quantile * high.error };
}

function cut(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function meanOf(rounds: readonly { size: number; low: number; high: number }[], end: "low" | "high") {
  const count = rounds.length;
  const people = rounds.reduce((total, { size }) => total + size, 0);
  const mean = rounds.reduce((total, round) => total + round.size * round[end], 0) / people;
  const squares = rounds.reduce((total, round) => total + (round.size * (round[end] - mean)) ** 2, 0);
  return { mean, error: Math.sqrt((count / Math.max(1, count - 1)) * squares) / people };
}
