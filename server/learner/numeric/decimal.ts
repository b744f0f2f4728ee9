import { LearnerError } from "./errors.ts";

/** An exact decimal: the value is digits × 10^-scale, scale >= 0. */
export type Decimal = { readonly digits: bigint; readonly scale: number };

/**
 * The form in which JavaScript prints a finite number and people type it: no blanks, plus signs, leading zeros, bare
 * points.
 */
const PATTERN = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[+-]?[0-9]{1,3})?$/;

/** Longer texts are refused: a double needs at most 25 characters, and exact arithmetic must stay cheap. */
const MAX_LENGTH = 64;

/**
 * Returns whether a text is a decimal by the strict pattern; `Number()` alone also takes "", " 1", "0x10" and
 * "Infinity".
 *
 * @param text any text
 */
export function isDecimal(text: string): boolean {
  return text.length <= MAX_LENGTH && PATTERN.test(text);
}

/**
 * Reads a decimal exactly.
 *
 * @param text a decimal, with or without exponent (at most three digits)
 * @throws LearnerError "not-a-decimal"
 */
export function readDecimal(text: string): Decimal {
  if (!isDecimal(text)) throw new LearnerError("not-a-decimal", `not a decimal: ${JSON.stringify(text)}`);
  const [mantissa, exponent = "0"] = text.split("e") as [string, string?];
  const [whole, fraction = ""] = mantissa.split(".") as [string, string?];
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/**
 * Reads a decimal as the nearest double; -0 becomes 0.
 *
 * @param text a decimal
 * @throws LearnerError "not-a-decimal"; "not-finite" beyond the range of doubles
 */
export function parseNumber(text: string): number {
  if (!isDecimal(text)) throw new LearnerError("not-a-decimal", `not a decimal: ${JSON.stringify(text)}`);
  const value = Number(text) + 0;
  if (!Number.isFinite(value)) throw new LearnerError("not-finite", `${text} is beyond the range of doubles`);
  return value;
}

/**
 * Puts decimals on one scale, so that sums, differences and comparisons of the integers are exact.
 *
 * @param texts decimals: [n]
 * @returns integers [n] = value × 10^(common scale), in the same order
 * @throws LearnerError "not-a-decimal"
 */
export function alignDecimals<const Texts extends readonly string[]>(
  texts: Texts,
): { -readonly [I in keyof Texts]: bigint } {
  const decimals = texts.map(readDecimal);
  const scale = decimals.reduce((largest, decimal) => Math.max(largest, decimal.scale), 0);
  const aligned = decimals.map((decimal) => decimal.digits * 10n ** BigInt(scale - decimal.scale));
  return aligned as { -readonly [I in keyof Texts]: bigint };
}

/**
 * Compares two decimals exactly.
 *
 * @returns -1, 0 or 1 as a is below, equal to or above b
 * @throws LearnerError "not-a-decimal"
 */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = alignDecimals([a, b]);
  return sign(left - right);
}

/**
 * Compares two gaps high - low exactly.
 *
 * @returns -1, 0 or 1 as the first gap is smaller than, equal to or larger than the second
 * @throws LearnerError "not-a-decimal"
 */
export function compareGaps(
  first: readonly [high: string, low: string],
  second: readonly [high: string, low: string],
): -1 | 0 | 1 {
  const [a, b, c, d] = alignDecimals([...first, ...second]);
  return sign(a - b - (c - d));
}

/**
 * Prints an exact decimal without exponent and without trailing zeros.
 */
export function printDecimal({ digits, scale }: Decimal): string {
  const text = abs(digits)
    .toString()
    .padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, "");
  return (digits < 0n ? "-" : "") + whole + (fraction === "" ? "" : `.${fraction}`);
}

/**
 * Halves a decimal exactly.
 *
 * @throws LearnerError "not-a-decimal"
 */
export function halveDecimal(text: string): string {
  const { digits, scale } = readDecimal(text);
  return printDecimal({ digits: digits * 5n, scale: scale + 1 });
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function sign(value: bigint): -1 | 0 | 1 {
  if (value === 0n) return 0;
  return value < 0n ? -1 : 1;
}
