import { LearnerError } from "#server/learner/numeric/errors.ts";
import { exp, log } from "#server/learner/numeric/math.ts";
import { reducedLength } from "../config/step-sizes.ts";

/** The quantities in the theorems about FTPL. */
export type GrowthInput = {
  /** k, people in a round. */
  readonly roundSize: number;
  /** N, rules. */
  readonly size: number;
  /** s, contexts that tell every two rules apart. */
  readonly separatorSize: number;
  /** T, rounds. */
  readonly horizon: number;
  /** ε, above 0. */
  readonly eps: number;
  /** δ, in (0, 1): the probability that the bound fails. */
  readonly delta: number;
};

/**
 * The expressions inside the O of the theorems, with the constant 1 and without the factors that Õ hides. They show how
 * a bound grows and are no bounds themselves. See bounds.ts for the bounds of a study.
 */
export type Growth = {
  /** Theorem 4.8, for the reduction's vectors of length d: d^(7/4) s^(3/4) T^(2/3) √(ln N), of losses in [0, 1]. */
  readonly semiBandit: number;
  /** Theorem 4.12, the first term: d^(11/4) s^(3/4) T^(2/3) √(ln N), of Lagrangian losses. */
  readonly lagrangian: number;
  /** Theorem 4.12, the second term, and Lemma 4.13: with its own constants. */
  readonly resampling: number;
  /** Theorem 4.9: k^(11/4) s^(3/4) T^(41/45) √(ln N), of errors. */
  readonly errors: number;
  /** Theorem 4.9: the growth of the errors divided by ε, for violating rounds. */
  readonly violatingRounds: number;
  /** The first T from which the growth of the violating rounds is below T; null beyond what can be counted. */
  readonly belowAllFrom: number | null;
  /** C = T^(4/45), and R = ⌈T^(38/45)⌉ as in the proof of Theorem 4.9. */
  readonly fairnessWeight: number;
  readonly resampleCount: number;
};

/**
 * Theorems 4.8, 4.9 and 4.12 in numbers, with the settings of the proof of Theorem 4.9.
 *
 * @throws LearnerError "range"; "class-empty" if N < 2; "delta-outside"
 * Source: NOTATION row "growth, FTPL" (Thm 4.8, 4.9, 4.12).
 */
export function ftplGrowth(input: GrowthInput): Growth {
  check(input);
  const { roundSize: k, size, separatorSize: s, horizon: T, eps, delta } = input;
  const fairnessWeight = power(T, 4 / 45);
  const resampleCount = Math.ceil(power(T, 38 / 45));
  const d = reducedLength(k, fairnessWeight);
  const shared = power(s, 3 / 4) * Math.sqrt(log(size));
  const errors = power(k, 11 / 4) * shared * power(T, 41 / 45);
  // errors/ε < T  ⇔  T^(4/45) > k^(11/4) s^(3/4) √(ln N)/ε
  const belowAllFrom = Math.ceil(power((power(k, 11 / 4) * shared) / eps, 45 / 4));
  return {
    semiBandit: power(d, 7 / 4) * shared * power(T, 2 / 3),
    lagrangian: power(d, 11 / 4) * shared * power(T, 2 / 3),
    resampling: resamplingGap({ roundSize: k, horizon: T, fairnessWeight, resampleCount, delta }),
    errors,
    violatingRounds: errors / eps,
    belowAllFrom: Number.isSafeInteger(belowAllFrom) ? belowAllFrom : null,
    fairnessWeight,
    resampleCount,
  };
}

/**
 * Returns how far R drawn rules may move a published chance from the learner's own, for all k people of all T rounds at
 * once, with probability 1 - δ.
 *
 *   √(ln(2kT/δ)/(2R))
 *
 * @throws LearnerError "range"; "delta-outside"
 * Source: NOTATION row "growth, FTPL" (proof of Lemma 4.13).
 */
export function chanceRadius({
  roundSize: k,
  horizon: T,
  resampleCount: R,
  delta,
}: {
  roundSize: number;
  horizon: number;
  resampleCount: number;
  delta: number;
}): number {
  checkDelta(delta);
  for (const value of [k, T, R]) checkCount(value);
  return Math.sqrt(log((2 * k * T) / delta) / (2 * R));
}

/**
 * Returns how far the losses of the published policies may differ from those of the learner's own over T rounds, with
 * probability 1 - δ, for any reported pairs.
 *
 *   2 (2k + 4C) T √(ln(2kT/δ)/(2R))
 *
 * @throws LearnerError as chanceRadius; "range" on C
 * Source: NOTATION row "growth, FTPL" (Lemma 4.13).
 * @internal
 */
export function resamplingGap(
  input: Parameters<typeof chanceRadius>[0] & { readonly fairnessWeight: number },
): number {
  const { fairnessWeight: C } = input;
  if (!(C > 0 && Number.isFinite(C))) throw new LearnerError("range", `C = ${C}`);
  return 2 * reducedLength(input.roundSize, C) * input.horizon * chanceRadius(input);
}

function power(base: number, exponent: number): number {
  return exp(exponent * log(base));
}

function check({ roundSize, size, separatorSize, horizon, eps, delta }: GrowthInput): void {
  for (const value of [roundSize, separatorSize, horizon]) checkCount(value);
  if (!Number.isSafeInteger(size) || size < 2)
    throw new LearnerError("class-empty", `a class of ${size} rules`);
  if (!(eps > 0 && eps < 1)) throw new LearnerError("range", `eps ${eps} is not in (0, 1)`);
  checkDelta(delta);
}

function checkCount(value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new LearnerError("range", `${value} is no count from 1 on`);
}

function checkDelta(delta: number): void {
  if (!(delta > 0 && delta < 1)) throw new LearnerError("delta-outside", `delta ${delta} is not in (0, 1)`);
}
