import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { firstWhere } from "#server/learner/numeric/first-where.ts";
import { type RulePrior, weighRules } from "#server/learner/numeric/kernels/passes.ts";
import type { AnsweringGroup } from "#server/learner/numeric/kernels/tables.ts";
import { sumInParts } from "#server/learner/numeric/parts.ts";
import { inGroups } from "./totals.ts";

/** Draws are 53 random bits. */
const TWO_TO_53 = 9007199254740992;

/**
 * Returns the exponential weights of all rules, shifted so that the best rule with a prior above 0 has its prior's
 * weight.
 *
 *   w_h = q_h exp(-η (L_h - min L)),  exactly 0 where the exponent is below EXP_FLOOR
 *
 * @param totals L = loss + tilt: [N] each; no tilt is 0
 * @param eta > 0, half units
 * @param prior q, each >= 0, at least one above 0; null: 1 for every rule
 * @returns [N], each in [0, 1], at least one of them above 0
 * @throws LearnerError "not-finite"
 * Cost: N exponentials.  Source: NOTATION row "Exp2 weights" (Thm 4.4).
 */
export function exponentialWeights(
  { loss, tilt }: { readonly loss: Float64Array; readonly tilt?: Float64Array },
  eta: number,
  prior: RulePrior | null = null,
): Float64Array {
  return weighRules({ loss, tilt: tilt ?? null, eta, prior });
}

/**
 * Groups the people of a round by eights, with the answers of all rules.
 * @throws LearnerError "shape"; "not-a-decimal"
 */
export function answeringGroups(rules: HypothesisClass, people: readonly Features[]): AnsweringGroup[] {
  return inGroups(people).map((group) => ({ answers: rules.patterns(group), people: group.length }));
}

/** Divides by the total, in place. */
export function normalise(weights: Float64Array): Float64Array {
  const total = sumInParts(weights);
  for (let h = 0; h < weights.length; h++) weights[h] = (weights[h] as number) / total;
  return weights;
}

/** a + b, rule by rule. A loop: the array's own map takes many times as long. */
export function sumOf(a: Float64Array, b: Float64Array): Float64Array {
  const sums = new Float64Array(a.length);
  // Stryker disable next-line EqualityOperator: a write outside a typed array is ignored
  for (let h = 0; h < sums.length; h++) sums[h] = (a[h] as number) + (b[h] as number);
  return sums;
}

/**
 * Returns running totals in catalogue order.
 *
 * @param weights [N], each >= 0
 * @returns [N], non-decreasing; the last is the total
 */
export function runningTotals(weights: Float64Array): Float64Array {
  const cumulative = new Float64Array(weights.length);
  let total = 0;
  for (let h = 0; h < weights.length; h++) {
    total += weights[h] as number;
    cumulative[h] = total;
  }
  return cumulative;
}

/**
 * Returns the total weight of the rules that accept, summed in the order of runningTotals. Since rounding is monotone,
 * it never exceeds the total of all.
 *
 * @param weights [N]
 * @param bits h(x): [N] of 0 and 1
 */
export function acceptedWeight(weights: Float64Array, bits: Uint8Array | Float64Array): number {
  let total = 0;
  for (let h = 0; h < weights.length; h++) total += (weights[h] as number) * (bits[h] as number);
  return total;
}

/**
 * Picks a rule with probability proportional to its weight: the first h with u · total < cumulative[h].
 *
 * There always is one, and its weight is positive: for u <= 1 - 2^-53 the product u · total rounds to a number below
 * total, so the last running total qualifies, and the first that qualifies exceeds the one before.
 *
 * @param cumulative running totals: [N], the last > 0
 * @param u a multiple of 2^-53 in [0, 1)
 * @returns position in the catalogue
 * @throws LearnerError "range" on u or a total that is not above 0; "shape" if empty
 * Cost: O(log N).  Source: NOTATION row "draw" (Alg. 1).
 */
export function drawHypothesis(cumulative: Float64Array, u: number): number {
  if (!(u >= 0 && u < 1 && Number.isInteger(u * TWO_TO_53))) {
    throw new LearnerError("range", `u = ${u} is not a multiple of 2^-53 in [0, 1)`);
  }
  const total = cumulative.at(-1);
  if (total === undefined) throw new LearnerError("shape", "no running totals");
  if (!(total > 0)) throw new LearnerError("range", `a total weight of ${total}`);
  const target = u * total;
  return firstWhere(cumulative.length - 1, (h) => target < (cumulative[h] as number));
}
