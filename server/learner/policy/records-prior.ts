import type { HypothesisClass } from "#server/learner/classes/class.ts";
import { LIMITS } from "#server/learner/config/params.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { log } from "#server/learner/numeric/math.ts";

/** A past person with the outcome: y = 1 is "yes". */
export type PastRecord = { readonly individual: Features; readonly label: 0 | 1 };

/**
 * Returns the losses of each rule on past records, and the rate at which they count.
 *
 *   L_h = Σ h(x) (1/2 - y),  half units;   rate = (M/k) √(0.4 ln N / max(1, n/k))
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
    throw new LearnerError("class-too-large", `${size} rules, past records are for ${LIMITS.recordedRules}`);
  }
  if (records.length === 0) throw new LearnerError("shape", "no past records");
  const losses = new Float64Array(size);
  for (const { individual, label } of records) {
    const bits = rules.bits(individual);
    for (let h = 0; h < size; h++) losses[h] = (losses[h] as number) + (bits[h] as number) * (1 / 2 - label);
  }
  const rounds = Math.max(1, records.length / roundSize);
  const rate = (pace / roundSize) * Math.sqrt((0.4 * log(size)) / rounds);
  return { count: records.length, rate: String(rate), losses: Array.from(losses, String) };
}
