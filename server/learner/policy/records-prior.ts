import type { HypothesisClass } from "#server/learner/classes/class.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { log, sum } from "#server/learner/numeric/math.ts";

/**
 * A past person with the outcome: y = 1 is "yes". `chance` is the chance with which the person was accepted then, in
 * (0, 1]; without one all records count alike.
 */
export type PastRecord = { readonly individual: Features; readonly label: 0 | 1; readonly chance?: number };

/**
 * Returns the losses of each rule on past records, and the rate at which they count.
 *
 *   L_h = Σ w h(x) (1/2 - y),  half units;   w = n v/Σ v,  v = min(1/chance, 10): inverse propensity weights;   rate = (M/k) √(0.4 ln N / max(1, n/k))
 *
 * @param records [n], n >= 1
 * @param roundSize k
 * @param pace M
 * @returns decimals, losses in catalogue order: [N]
 * @throws LearnerError "class-too-large" beyond LIMITS.recordedRules; "shape" without records
 * Cost: O(N n).  Source: NOTATION row "prior".
 */
export function recordsOf(
  rules: HypothesisClass,
  records: readonly PastRecord[],
  { roundSize, pace }: { roundSize: number; pace: number },
): { readonly count: number; readonly rate: string; readonly losses: string[] } {
  const { size } = rules;
  if (size > LIMITS.recordedRules) {
    throw new LearnerError("class-too-large", `${size} rules, past records are for ${LIMITS.recordedRules}`, {
      figures: { count: size, most: LIMITS.recordedRules },
    });
  }
  if (records.length === 0) throw new LearnerError("shape", "no past records");
  const losses = new Float64Array(size);
  const weights = records.map(({ chance = 1 }) => Math.min(1 / chance, LIMITS.recordedWeight));
  const scale = records.length / sum(weights);
  for (const [place, { individual, label }] of records.entries()) {
    const bits = rules.bits(individual);
    const loss = scale * (weights[place] as number) * (1 / 2 - label);
    for (let h = 0; h < size; h++) losses[h] = (losses[h] as number) + (bits[h] as number) * loss;
  }
  const rounds = Math.max(1, records.length / roundSize);
  const rate = (pace / roundSize) * Math.sqrt((0.4 * log(size)) / rounds);
  return { count: records.length, rate: String(rate), losses: Array.from(losses, toMillionths) };
}

/** Rounds to six decimal places, since smaller numbers would not be printed as decimals. */
function toMillionths(loss: number): string {
  return String(Math.round(1e6 * loss) / 1e6);
}
