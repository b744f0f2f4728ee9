/** Exact values of doubles and of e^x in BigInt, to check the learner's arithmetic. */

/** Bits after the point: e^-708 keeps more than 300 good ones. */
const BITS = 1400n;
const ONE = 1n << BITS;

/** Converts a double to an integer times 2^-1400 (rounded down if it has finer bits). */
export function fixed(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = exponent === 0n ? fraction : fraction | 0x10000000000000n;
  const shift = BITS + (exponent === 0n ? 1n : exponent) - 1075n;
  const magnitude = shift >= 0n ? mantissa << shift : mantissa >> -shift;
  return bits >> 63n === 1n ? -magnitude : magnitude;
}

/** Computes e^x times 2^1400 by halving, Taylor series and squaring. */
export function fixedExp(value: number): bigint {
  const x = fixed(Math.abs(value)) >> 12n;
  let term = ONE;
  let total = ONE;
  for (let n = 1n; term > 0n; n++) {
    term = ((term * x) >> BITS) / n;
    total += term;
  }
  for (let i = 0; i < 12; i++) total = (total * total) >> BITS;
  return value < 0 ? (ONE * ONE) / total : total;
}

/** |computed - exact| in units of the last place of `computed`. */
export function ulpsOff(computed: number, exact: bigint): number {
  const difference = fixed(computed) - exact;
  const ulp = fixed(ulpOf(computed));
  return Number(((difference < 0n ? -difference : difference) * 1_000_000n) / ulp) / 1e6;
}

/** The error of y as the logarithm of x, in units of the last place of y: log x - y = (x - e^y)/e^y to first order. */
export function ulpsOffLog(x: number, y: number): number {
  const power = fixedExp(y);
  const relative = ((fixed(x) - power) * ONE) / power;
  const ulp = fixed(ulpOf(y));
  return Number(((relative < 0n ? -relative : relative) * 1_000_000n) / ulp) / 1e6;
}

export function ulpOf(value: number): number {
  const magnitude = Math.abs(value);
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, magnitude);
  view.setBigUint64(0, view.getBigUint64(0) + 1n);
  return view.getFloat64(0) - magnitude;
}
