import { powerOfTwo } from "./powers-of-two.ts";
import { powersOfRoot } from "./roots-of-two.ts";

/**
 * The exp of weights, e^(-η d) for a rule that is d behind. It takes so little time that it does not dominate a pass
 * over all rules: only + - * on doubles in a fixed order, and a table.
 *
 *   y = rate · d,  n = y rounded to a whole number,  f = y - n
 *   e^(-η d) = 2^(n/1024) · 2^(f/1024),  2^(f/1024) = 1 + f (C1 + f (C2 + f C3))
 *
 * Within 2 ulp of 2^(y/1024), and y within 3 · 2^-53 of its size: a weight of e^-x is right to 2^-51 + 3 x 2^-53.
 */

/** The number of steps into which the table divides ln 2. */
const STEPS = 1_024;

const STEPS_A_UNIT = STEPS * Math.LOG2E;

/** 1.5 · 2^52: adding it rounds a number to a whole one, ties to even. */
const WHOLE = 6_755_399_441_055_744;

/** Below this 2^n is a denormal or 0; denormals are many times slower and have fewer digits. @internal */
export const EXP_FLOOR = -708;

const FLOOR = EXP_FLOOR * STEPS_A_UNIT;

const C1 = Math.LN2 / STEPS;
/**
 * Raised a little, so that the error of the series is spread over all |f| <= 1/2: within 2^-52.7 instead of 2^-50.7.
 */
const C2 = (C1 * C1 * (1 + (C1 * C1) / 48)) / 2;
const C3 = (C1 * C1 * C1) / 6;

/** In the order in which the compiled kernel reads them. */
export const EXP_CONSTANTS = [FLOOR, WHOLE, C1, C2, C3];

/** 2^(j/1024): [1024] */
export const POWERS_OF_ROOT = powersOfRoot(STEPS).filter((_, place) => place % 2 === 0);

/** Returns the factor from a distance to y. @param eta > 0 */
export function rateOf(eta: number): number {
  return -eta * STEPS_A_UNIT;
}

/**
 * 2^(y/1024), exactly 0 below e^EXP_FLOOR.
 *
 * @param y at most 0; NaN gives NaN
 */
export function fallingExp(y: number): number {
  if (y < FLOOR) return 0;
  const n = y + WHOLE - WHOLE;
  const f = y - n;
  const more = f * (C1 + f * (C2 + f * C3));
  const j = n & (STEPS - 1);
  const power = POWERS_OF_ROOT[j] as number;
  return (power + power * more) * powerOfTwo((n - j) / STEPS);
}
