import { resampleCountFrom, rootCeiling } from "#server/learner/config/resample-count.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { log } from "#server/learner/numeric/math.ts";

/**
 * Returns the R that the proof requires: with probability 1 - δ all estimated chances of all rounds are within about
 * ε/4.
 *
 *   R >= max(L, 8 ln(2kT/δ)/ε²), as the smallest 2^a 5^b
 *
 * @param delta in (0, 1)
 * @throws LearnerError "horizon-missing"; "delta-outside"; "range" on ε
 * Source: NOTATION row "R" (Lemma 4.13, [derived]).
 */
export function resampleCountOfProof(
  spec: Pick<LearnerSpec, "roundSize" | "horizon" | "eps">,
  delta: number,
): number {
  if (spec.horizon === null) throw new LearnerError("horizon-missing", "FTPL needs T");
  if (!(delta > 0 && delta < 1)) throw new LearnerError("delta-outside", `delta ${delta} is not in (0, 1)`);
  const eps = parseNumber(spec.eps);
  if (!(eps > 0)) throw new LearnerError("range", `eps ${spec.eps} is not above 0`);
  const least = (8 * log((2 * spec.roundSize * spec.horizon) / delta)) / (eps * eps);
  return resampleCountFrom(Math.max(rootCeiling(spec.horizon, 1, 3), least));
}
