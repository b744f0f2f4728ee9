import type { DecimalNotation } from "./notation.ts";

/**
 * Digits with an optional sign, point and exponent, in ASCII. `Number()` alone would also take "", " 1", "0x10" and
 * "Infinity", and it rounds 1e400 to infinity and 1e-400 to 0.
 */
const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Longer texts are no measurement; a double needs at most 25 characters. */
const lengthLimit = 64;

/**
 * Returns the shortest decimal that `Number()` reads as the same double as `cell`: "007" and "7.0" become "7", "-0"
 * becomes "0".
 *
 * @param cell a trimmed cell
 * @returns null if the cell is not a number within the range of doubles
 */
export function normaliseNumber(cell: string): string | null {
  if (cell.length > lengthLimit || !numberPattern.test(cell)) {
    return null;
  }
  const value = Number(cell) + 0;
  const isUnderflow = value === 0 && /[1-9]/.test(cell.replace(/e.*/i, ""));
  return Number.isFinite(value) && !isUnderflow ? String(value) : null;
}

/** Checks whether a number is more likely a code: leading zeros would be lost. */
export function looksLikeCode(cell: string): boolean {
  return /^[+-]?0\d/.test(cell);
}

/** Spaces and apostrophes between thousands: "1 234", "1’234". */
const thousands = " \\u00a0\\u2009\\u202f'’";
const groupings: Record<DecimalNotation, RegExp> = {
  point: new RegExp(`^[1-9]\\d{0,2}([,${thousands}])\\d{3}(?:\\1\\d{3})*(?![\\d,${thousands}])`, "u"),
  comma: new RegExp(`^[1-9]\\d{0,2}([.${thousands}])\\d{3}(?:\\1\\d{3})*(?![\\d.${thousands}])`, "u"),
};

/**
 * Reads a number as people write it: with marks between thousands, a decimal point or comma, a per cent sign or a
 * currency.
 *
 * @returns its shortest decimal and the unit sign, or null if it is not a number in this notation
 */
export function readNumber(
  cell: string,
  notation: DecimalNotation,
): { readonly value: string; readonly sign: string } | null {
  if (cell.length > lengthLimit) return null;
  const parts = partsOf(cell);
  if (parts === null) return null;
  const { minus, digits, sign } = parts;
  const grouping = groupings[notation].exec(digits);
  const whole = grouping?.[0].replaceAll(grouping[1] ?? "", "") ?? "";
  const plain = whole + digits.slice(grouping?.[0].length ?? 0);
  if (notation === "comma" && plain.includes(".")) return null;
  const value = normaliseNumber(minus + (notation === "comma" ? plain.replace(",", ".") : plain));
  return value === null ? null : { value, sign };
}

const numberParts =
  /^([-+−]?) ?([^\d\s.,+−-][^\d\s+−-]*)?\s?([-+−]?)([\d.,](?:.*[\d.,])?)\s?([^\d\s.,+−-]\S*)?$/u;

/** Splits a number into parts: "−€ 1,200" is a minus, "1,200" and "€". */
function partsOf(cell: string): { minus: string; digits: string; sign: string } | null {
  const [, outer = "", before = "", inner = "", digits = "", after = ""] = numberParts.exec(cell) ?? [];
  const sign = before + after;
  if (digits === "" || (outer !== "" && inner !== "") || (before !== "" && after !== "")) return null;
  if (sign !== "" && sign !== "%" && !isCurrency(sign)) return null;
  return { minus: (outer + inner).replace("−", "-"), digits, sign };
}

const localCurrencies = new Set(["kr", "kr.", "zł", "Kč", "Ft", "lei", "Fr", "Fr.", "SFr.", "DM"]);
const currencyCodes = new Set(Intl.supportedValuesOf("currency"));

/** Checks for a currency: signs such as "€" and "US$", codes such as "CHF", and symbols used alone. */
function isCurrency(text: string): boolean {
  return /^[A-Z]{0,3}\p{Sc}$/u.test(text) || currencyCodes.has(text) || localCurrencies.has(text);
}
