import { exp, log } from "#server/learner/numeric/math.ts";

/** A member of a group with what became of them. */
export type MemberOutcome = {
  /** p. */
  readonly chance: number;
  readonly isSelected: boolean;
  /** null while it is unknown, and when it stays unknown. */
  readonly outcome: "yes" | "no" | null;
  /** How many members of the round one random number may select together, this one included; 1 in an even draw. */
  readonly together: number;
};

/** log of 1 / 2.5 %: what a bound at each end may miss. */
const logMiss = log(40);
/** mu of the bounds: their mean is used, so none of them has to be chosen from the data. */
const steps = Array.from({ length: 15 }, (_, index) => 2 ** (index - 10));

/**
 * Estimates the share of a group's members whose outcome would be yes if all were selected, from those who were: each
 * counts 1/p times (Hájek). Outcomes that are not known are assumed to be like the others for the estimate, and
 * nothing is assumed of them for the interval.
 *
 *   sum of y/p over sum of 1/p, over known outcomes
 *   interval: K members have the outcome. For each mu > 0 with a_i = log(1 + (exp(m mu) - 1)/p_i)/m:
 *     E exp(sum of a_i over selected members with it - mu K) <= 1
 *   so the mean over mu reaches 40 in at most 2.5 % of studies: that bounds K from below, and the other outcome
 *   bounds it from above. m members that are selected together cost a power m (Hölder). In an even draw m = 1: being
 *   selected is taken to be no likelier for two members together than for each alone.
 *
 * The two can disagree where far more members were selected than their chances add up to. An estimate outside of the
 * interval is moved to its nearer end, which the truth is no further from in 95 of 100 studies.
 *
 * @returns null without a known outcome
 */
export function outcomeRate(members: readonly MemberOutcome[]) {
  const known = members.filter(({ isSelected, outcome }) => isSelected && outcome !== null);
  if (known.length === 0) return null;
  const yes = known.filter(({ outcome }) => outcome === "yes");
  const no = known.filter(({ outcome }) => outcome === "no");
  const all = members.length;
  const weight = (some: readonly MemberOutcome[]) => some.reduce((sum, { chance }) => sum + 1 / chance, 0);
  const low = leastCount(yes, all - no.length) / all;
  const high = Math.max(low, 1 - leastCount(no, all - yes.length) / all);
  return {
    /** Selected members whose outcome is yes or no. */
    known: known.length,
    /** Estimated share of yes if all members had been selected; in the interval. */
    rate: Math.min(Math.max(weight(yes) / weight(known), low), high),
    /** 95 %, and never outside of what the known outcomes leave possible. */
    range: { low, high },
  };
}

/**
 * Returns a lower bound of the number of members with an outcome, from the selected ones that have it: at least their
 * number, and at most `most`.
 */
function leastCount(having: readonly MemberOutcome[], most: number): number {
  const sums = steps.map((mu) => having.reduce((sum, member) => sum + weightOf(member, mu), 0));
  const isTooSmall = (count: number) =>
    logMean(sums.map((sum, index) => sum - (steps[index] ?? 0) * count)) >= logMiss;
  let [low, high] = [having.length, most];
  for (let halving = 0; halving < 40; halving += 1) {
    const middle = (low + high) / 2;
    if (isTooSmall(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** a_i = log(1 + (exp(m mu) - 1)/p)/m, without overflow. */
function weightOf({ chance, together }: MemberOutcome, mu: number): number {
  const power = together * mu;
  const rest = exp(-power);
  return (power + log((1 - rest) / chance + rest)) / together;
}

function logMean(values: readonly number[]): number {
  const largest = Math.max(...values);
  return largest + log(values.reduce((sum, value) => sum + exp(value - largest), 0) / values.length);
}
