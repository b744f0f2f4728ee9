/** Exact arithmetic on logged decimals (docs/log-format.md, sections 1 and 4): fractions of big integers. */

import { Broken } from "./report.ts";

/** n / d with d > 0. */
export interface Ratio {
  readonly n: bigint;
  readonly d: bigint;
}

export const ONE: Ratio = { n: 1n, d: 1n };
export const ZERO: Ratio = { n: 0n, d: 1n };

const DECIMAL = /^([+-]?)(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d{1,4}))?$/;

/** Reads a decimal text as an exact fraction; null if it is not a decimal. */
export function parseDecimal(text: string): Ratio | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign = "", body = "", exponent = "0"] = match;
  const [whole = "", fraction = ""] = body.split(".");
  const digits = BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n);
  const power = BigInt(exponent) - BigInt(fraction.length);
  return power >= 0n ? { n: digits * 10n ** power, d: 1n } : { n: digits, d: 10n ** -power };
}

/** A logged real: a decimal in its shortest round-trip form (section 1). */
export function parseReal(text: string, what: string): Ratio {
  const value = parseDecimal(text);
  if (value === null || String(Number(text)) !== text) {
    throw new Broken(`${what}: form`, "the shortest decimal of a double", text);
  }
  return value;
}

export function toNumber({ n, d }: Ratio): number {
  return Number(n) / Number(d);
}

export function minus(a: Ratio, b: Ratio): Ratio {
  return { n: a.n * b.d - b.n * a.d, d: a.d * b.d };
}

/** Compares two fractions; the sign is that of a - b. */
export function compare(a: Ratio, b: Ratio): number {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** Fixed point: integer multiples of 2^-128, so that sums are exact in any order. */
const BITS = 128n;

export function toFixedPoint(value: Ratio): bigint {
  return (value.n << BITS) / value.d;
}

export function fromFixedPoint(value: bigint): number {
  return Number(value >> 64n) / 2 ** 64;
}
