import { LearnerError } from "#server/learner/numeric/errors.ts";
import { sum } from "#server/learner/numeric/math.ts";

/** One rule's decisions in a round, and the labels: the input of Algorithm 3. */
export type ReductionInput = {
  /** h(x_i): [k] */
  readonly decisions: readonly (0 | 1)[];
  /** y_i: [k] */
  readonly labels: readonly (0 | 1)[];
  /** h(ρ^1), h(ρ^2) and λ per pair; without a violation the paper takes (v,v) and we take none */
  readonly pairs: readonly { readonly high: 0 | 1; readonly low: 0 | 1; readonly weight: number }[];
  /** C > 0 */
  readonly fairnessWeight: number;
};

/** Losses and actions per coordinate; a coordinate counts `multiplicity` times. */
export type SemiBanditRound = {
  readonly loss: readonly number[];
  readonly action: readonly (0 | 1)[];
  readonly multiplicity: readonly number[];
};

/**
 * Algorithm 3 as printed: C physical copies of the pair, for tests and for comparison with the paper.
 *
 *   xx = (x_1..x_k, ρ^1 C times, ρ^2 C times), yy = (y, 0 C times, 1 C times)
 *   l = (1 - yy, 1/2 .. 1/2), a = (h(xx), 1 - h(xx)), both of length 2k + 4C
 *
 * @param input exactly one pair of weight 1, and an integer C
 * @throws LearnerError "shape"; "range"; "pair-rule-undefined" on anything but one pair
 * Source: NOTATION row "reduction" (Alg. 3).
 */
export function reduceLiterally(input: ReductionInput): SemiBanditRound {
  const { fairnessWeight: C, pairs } = input;
  const [pair] = pairs;
  if (pair === undefined || pairs.length !== 1 || pair.weight !== 1) {
    throw new LearnerError("pair-rule-undefined", "Algorithm 3 takes one pair");
  }
  if (!Number.isInteger(C)) throw new LearnerError("range", `C = ${C} copies`);
  const copies = Array.from({ length: C }, () => pair);
  const decisions = [...input.decisions, ...copies.map(({ high }) => high), ...copies.map(({ low }) => low)];
  const labels = [...input.labels, ...copies.map(() => 0 as const), ...copies.map(() => 1 as const)];
  return assemble(
    input,
    decisions,
    labels,
    decisions.map(() => 1),
  );
}

/**
 * Algorithm 3 with C as a multiplicity: real C, several weighted pairs or none.
 *
 *   Σ_i m_i a_i l_i equals <a, l> of the literal construction where that is defined
 *
 * @returns vectors of length 2(k + 2 · pairs); pair coordinates count λC times
 * @throws LearnerError "shape"; "range"
 * Source: NOTATION row "reduction" (Alg. 3; weights are [derived]).
 */
export function reduceWithMultiplicity(input: ReductionInput): SemiBanditRound {
  const { pairs, fairnessWeight } = input;
  const weights = pairs.map(({ weight }) => weight * fairnessWeight);
  return assemble(
    input,
    [...input.decisions, ...pairs.map(({ high }) => high), ...pairs.map(({ low }) => low)],
    [...input.labels, ...pairs.map(() => 0 as const), ...pairs.map(() => 1 as const)],
    [...input.decisions.map(() => 1), ...weights, ...weights],
  );
}

/**
 * The linear loss of the semi-bandit round.
 *
 *   <a, l> = Σ_i m_i a_i l_i
 *
 * @throws LearnerError "not-finite"
 * Source: NOTATION row "reduction" (Alg. 2).
 */
export function linearLoss({ loss, action, multiplicity }: SemiBanditRound): number {
  return sum(loss.map((value, i) => value * (action[i] ?? Number.NaN) * (multiplicity[i] ?? Number.NaN)));
}

/** l = (1 - yy, 1/2 ..), a = (h(xx), 1 - h(xx)) */
function assemble(
  { decisions, labels, fairnessWeight }: ReductionInput,
  allDecisions: readonly (0 | 1)[],
  allLabels: readonly (0 | 1)[],
  multiplicity: readonly number[],
): SemiBanditRound {
  if (decisions.length !== labels.length) {
    throw new LearnerError("shape", `${decisions.length} decisions, ${labels.length} labels`);
  }
  if (!(fairnessWeight > 0)) throw new LearnerError("range", `C = ${fairnessWeight}`);
  return {
    loss: [...allLabels.map((y) => 1 - y), ...allLabels.map(() => 0.5)],
    action: [...allDecisions, ...allDecisions.map((decision) => (decision === 1 ? 0 : 1))],
    multiplicity: [...multiplicity, ...multiplicity],
  };
}
