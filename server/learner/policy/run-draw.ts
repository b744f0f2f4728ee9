import type { RunPolicy } from "#server/learner/interface/learner.ts";
import { SIDES } from "./runs.ts";
import { drawHypothesis } from "./weights.ts";

/**
 * Picks a rule with probability proportional to its weight: first the run, as drawHypothesis picks a rule, then its cut
 * and side.
 *
 *   rest = u · total - cumulative before the run;  cut ⌊rest/(low + high)⌋, at most the last;  `>` if the remainder of
 *   rest is at least low
 *
 * The weight of the rule is positive: a run that is picked has some, and a side without any is skipped.
 *
 * @param u a multiple of 2^-53 in [0, 1)
 * @returns position in the catalogue
 * @throws LearnerError as drawHypothesis
 * Cost: O(log R).  Source: NOTATION row "draw" (Alg. 1).
 */
export function drawFromRuns({ cumulative, rule, count, side, low, high }: RunPolicy, u: number): number {
  const place = drawHypothesis(cumulative, u);
  if (place < 2) return place;
  const run = place - 2;
  const [less, more] = [low[run] as number, high[run] as number];
  const rest = u * (cumulative.at(-1) as number) - (cumulative[place - 1] as number);
  const cut = Math.min((count[run] as number) - 1, Math.floor(rest / (less + more)));
  if (side[run] !== SIDES.both) return (rule[run] as number) + cut;
  const isAbove = more > 0 && (less === 0 || rest - cut * (less + more) >= less);
  return (rule[run] as number) + 2 * cut + Number(isAbove);
}

/** N: the number of rules of the runs and the two constants. */
export function rulesOf({ rule, count, side }: RunPolicy): number {
  const last = rule.length - 1;
  if (last < 0) return 2;
  return (rule[last] as number) + (count[last] as number) * (side[last] === SIDES.both ? 2 : 1);
}
