/**
 * Digits with an optional sign, point and exponent, in ASCII. `Number()` alone would also take "", " 1", "0x10" and
 * "Infinity", and it rounds 1e400 to infinity and 1e-400 to 0.
 */
const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Longer texts are no measurement; a double needs at most 25 characters. */
const lengthLimit = 64;

/**
 * The shortest decimal that `Number()` reads as the same double as `cell`: "007" and "7.0" become "7", "-0" becomes "0".
 *
 * @param cell a trimmed cell
 * @returns null if the cell is no number within the range of doubles
 */
export function normaliseNumber(cell: string): string | null {
  if (cell.length > lengthLimit || !numberPattern.test(cell)) {
    return null;
  }
  const value = Number(cell) + 0;
  const isUnderflow = value === 0 && /[1-9]/.test(cell.replace(/e.*/i, ""));
  return Number.isFinite(value) && !isUnderflow ? String(value) : null;
}

/** A number that is read as a code more likely: leading zeros would be lost. */
export function looksLikeCode(cell: string): boolean {
  return /^[+-]?0\d/.test(cell);
}
