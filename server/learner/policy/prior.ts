import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { ConstantShares, Prior } from "#server/learner/config/spec.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { weighRules } from "#server/learner/numeric/kernels/passes.ts";
import { normalise } from "./weights.ts";

/**
 * Returns the weights that rules start with.
 *
 *   constants  q_none, q_all; the others share 1 - q_none - q_all equally
 *   score      keep q + (1 - keep) · weight_h / Σ weights
 *   records    keep q + (1 - keep) · q_h e^(-rate (L_h - min L)) / Σ
 *
 * @param prior a validated prior
 * @param rules the class of its study
 * @returns q: [N], each >= 0, summing to one up to rounding
 * @throws LearnerError "prior-outside" if it names rules that the class does not have, or leaves all weight to rules
 *   that do not exist (a class of only constants whose shares are below 1)
 * Cost: O(N).  Source: NOTATION row "prior".
 */
export function priorOf(prior: Prior, rules: HypothesisClass): Float64Array {
  const cold = constantPrior(prior, rules);
  if (prior.kind === "constants") return cold;
  const warm = prior.kind === "score" ? scorePrior(prior, rules) : recordsPrior(prior, cold);
  const keep = parseNumber(prior.keep);
  return cold.map((q, h) => keep * q + (1 - keep) * (warm[h] as number));
}

/**
 * Returns the shares of the two constants, and of each other rule.
 *
 * @throws LearnerError "prior-outside" if they leave all weight to rules that do not exist
 */
export function constantShares(
  { none, all }: ConstantShares,
  { size }: HypothesisClass,
): { none: number; all: number; rest: number } {
  const [noneShare, allShare] = [parseNumber(none), parseNumber(all)];
  const rest = Math.max(0, 1 - noneShare - allShare);
  if (size === 2 && rest !== 0) {
    throw new LearnerError("prior-outside", "a class of two constants has no other rule to give a share to");
  }
  return { none: noneShare, all: allShare, rest: size === 2 ? 0 : rest / (size - 2) };
}

function constantPrior(shares: ConstantShares, rules: HypothesisClass): Float64Array {
  const { none, all, rest } = constantShares(shares, rules);
  const prior = new Float64Array(rules.size).fill(rest);
  prior[rules.constants.none] = none;
  prior[rules.constants.all] = all;
  return prior;
}

function scorePrior(
  { rules: listed }: Extract<Prior, { kind: "score" }>,
  rules: HypothesisClass,
): Float64Array {
  const prior = new Float64Array(rules.size);
  let total = 0;
  for (const { rule, weight } of listed) {
    if (rule >= rules.size) throw new LearnerError("prior-outside", `rule ${rule} of ${rules.size}`);
    prior[rule] = parseNumber(weight);
    total += parseNumber(weight);
  }
  return prior.map((weight) => weight / total);
}

function recordsPrior(
  { losses, rate }: Extract<Prior, { kind: "records" }>,
  cold: Float64Array,
): Float64Array {
  if (losses.length !== cold.length) {
    throw new LearnerError("prior-outside", `losses of ${losses.length} rules for ${cold.length}`);
  }
  const loss = Float64Array.from(losses, parseNumber);
  return normalise(weighRules({ loss, tilt: null, eta: parseNumber(rate), prior: cold }));
}
