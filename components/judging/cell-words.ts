import { isDecimal, printDecimal, readDecimal } from "#server/learner/decimal.ts";

type Field = {
  readonly type: "number" | "category" | "text";
  readonly unit: string;
  readonly words: Readonly<Record<string, string>>;
};

/** What a card says in a field; undefined where the file had nothing. */
export function cellInWords(cell: string | null, { type, unit, words }: Field): string | undefined {
  if (cell === null || cell.trim() === "") return undefined;
  const text = type === "number" && isDecimal(cell) ? numberInWords(cell) : (words[cell] ?? cell);
  return unit === "" ? text : withUnit(text, unit);
}

/** "−1,284.5": exact, with groups of three and a true minus. */
function numberInWords(cell: string): string {
  const [whole = "", fraction] = printDecimal(readDecimal(cell)).replace("-", "−").split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Money signs stand before the number, everything else behind it. */
function withUnit(text: string, unit: string): string {
  return /^\p{Sc}$/u.test(unit) ? text.replace(/^(−?)/, `$1${unit}`) : `${text} ${unit}`;
}
