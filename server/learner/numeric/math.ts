import { lostIn } from "./compensation.ts";
import { LearnerError } from "./errors.ts";
import { powerOfTwo } from "./powers-of-two.ts";
import { powersOfRoot } from "./roots-of-two.ts";

/**
 * The exp and log of kernel "portable-1". Engines may differ in Math.exp and Math.log; these use only + - * / on
 * doubles in a fixed order, which IEEE 754 makes equal everywhere. log has the method and the constants of fdlibm (Sun
 * Microsystems, 1993, freely distributable); exp is Tang's: a table of 2^(j/64), and a short polynomial without a
 * division.
 */

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** The number of steps into which exp's table divides ln 2. */
const STEPS = 64;
const STEPS_A_UNIT = STEPS * Math.LOG2E;
const STEP_HIGH = LN2_HIGH / STEPS;
const STEP_LOW = LN2_LOW / STEPS;

/** 1.5 · 2^52: adding it rounds a number to a whole one, ties to even. */
const WHOLE = 6_755_399_441_055_744;

/** 2^(j/64) in two doubles, the nearest and the remainder, one after the other: [2 · 64]. */
const POWERS_OF_ROOT = powersOfRoot(STEPS);

/**
 * e^x, within 1 ulp for results that are not denormal.
 *
 * @param x finite
 * @returns > 0, or 0 by underflow
 * @throws LearnerError "not-finite" if x is not, or the result would be infinite
 * Cost: about 20 flops.  Source: NOTATION row "exp, log".
 */
export function exp(x: number): number {
  if (!Number.isFinite(x)) throw new LearnerError("not-finite", `exp of ${x}`);
  if (x > 709.782712893384)
    throw new LearnerError("not-finite", `exp of ${x} is beyond the range of doubles`);
  if (x < -745.2) return 0;
  const n = nearestStep(x);
  const j = n & (STEPS - 1);
  const k = (n - j) / STEPS;
  const y = betweenPowers(x, n, j);
  // In two exact steps at the ends of the range, where 2^k itself is no normal double.
  if (k > 1023) return y * powerOfTwo(1023) * 2;
  if (k < -1021) return y * powerOfTwo(k + 1000) * powerOfTwo(-1000);
  return y * powerOfTwo(k);
}

/** n of x = n ln 2/64 + r, |r| <= ln 2/128. */
function nearestStep(x: number): number {
  return x * STEPS_A_UNIT + WHOLE - WHOLE;
}

/** 2^(j/64) e^r, n = 64 k + j: the factor of 2^k in e^x. */
function betweenPowers(x: number, n: number, j: number): number {
  const r = x - n * STEP_HIGH - n * STEP_LOW;
  const square = r * r;
  // e^r - 1 = r + r²/2 + r³/6 + r⁴/24 + r⁵/120, short of it by less than 2^-54
  const more = r + square * (0.5 + r * (1 / 6) + square * (1 / 24 + r * (1 / 120)));
  const power = POWERS_OF_ROOT[2 * j] as number;
  return power + ((POWERS_OF_ROOT[2 * j + 1] as number) + power * more);
}

/**
 * The natural logarithm of x, within 1 ulp.
 *
 * @param x > 0, finite, not denormal
 * @throws LearnerError "range"
 * Cost: about 30 flops.  Source: NOTATION row "exp, log".
 */
export function log(x: number): number {
  if (!(x >= 2.2250738585072014e-308 && x < Number.POSITIVE_INFINITY)) {
    throw new LearnerError("range", `log of ${x}`);
  }
  // x = 2^k × (1 + f), sqrt(2)/2 < 1 + f < sqrt(2)
  let k = exponentOf(x);
  let mantissa = x * powerOfTwo(-k);
  if (mantissa >= Math.SQRT2) {
    k += 1;
    mantissa /= 2;
  }
  const f = mantissa - 1;
  if (f === 0) return k === 0 ? 0 : k * LN2_HIGH + k * LN2_LOW;
  // log(1 + f) = f - f²/2 + s (f²/2 + R(s²)),  s = f/(2 + f)
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  const odd =
    z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  const halfSquare = 0.5 * f * f;
  const tail = s * (halfSquare + (odd + even));
  if (k === 0) return f - (halfSquare - tail);
  return k * LN2_HIGH - (halfSquare - (tail + k * LN2_LOW) - f);
}

/**
 * x^(1/5), correct to the last bit for exact fifth powers of integers.
 *
 * @param x > 0
 * @throws LearnerError "range"
 */
export function fifthRoot(x: number): number {
  const start = exp(log(x) / 5);
  // one Newton step on y^5 - x removes the error of exp and log
  const fourth = start * start * (start * start);
  return start - (fourth * start - x) / (5 * fourth);
}

/**
 * Sum of a series with Neumaier's compensation: the error does not grow with the length.
 *
 *   |result - Σ v_i| <= 2^-53 |Σ v_i| + O(n 2^-106) Σ |v_i|
 *
 * @param values [n], finite
 * @throws LearnerError "not-finite"
 * Cost: O(n).
 */
export function sum(values: Iterable<number>): number {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += lostIn(total, value, next);
    total = next;
  }
  const result = total + lost;
  if (!Number.isFinite(result)) throw new LearnerError("not-finite", "a sum is not finite");
  return result;
}

const BITS = new DataView(new ArrayBuffer(8));

/** The largest k with 2^k <= x, for normal x: its exponent field. DataView fixes the byte order on every machine. */
function exponentOf(x: number): number {
  BITS.setFloat64(0, x);
  return ((BITS.getUint32(0) >>> 20) & 0x7ff) - 1023;
}
