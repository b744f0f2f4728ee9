/** The natural logarithm of kernel `portable-1` (docs/log-format-state.md): only + - * / on doubles, in a fixed order. */

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const EVEN = [0.3999999999940942, 0.22222198432149784, 0.15313837699209373] as const;
const ODD = [0.6666666666666735, 0.2857142874366239, 0.1818357216161805, 0.14798198605116586] as const;

/** ln x for x >= 2^-1022. */
export function portableLog(x: number): number {
  let k = 0;
  let mantissa = x;
  while (mantissa >= 2) {
    mantissa /= 2;
    k++;
  }
  while (mantissa < 1) {
    mantissa *= 2;
    k--;
  }
  if (mantissa >= Math.SQRT2) {
    mantissa /= 2;
    k++;
  }
  const f = mantissa - 1;
  if (f === 0) return k === 0 ? 0 : k * LN2_HIGH + k * LN2_LOW;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (EVEN[0] + w * (EVEN[1] + w * EVEN[2]));
  const odd = z * (ODD[0] + w * (ODD[1] + w * (ODD[2] + w * ODD[3])));
  const half = 0.5 * f * f;
  const tail = s * (half + (odd + even));
  if (k === 0) return f - (half - tail);
  return k * LN2_HIGH - (half - (tail + k * LN2_LOW) - f);
}
