/**
 * One line of a CSV file (RFC 4180, CR LF). A text that a spreadsheet would run as a formula gets an apostrophe in front
 * of it, also one that would begin a cell only for a spreadsheet that splits cells at semicolons or tabs and so does not
 * heed the quotes; numbers, negative ones too, stay numbers.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => csvCell(cell === null ? "" : String(cell))).join(",")}\r\n`;
}

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** The signs with which a formula begins, also as they are written among Chinese, Japanese or Korean characters. */
const sign = "[=+\\-@＝＋－＠﹦﹢﹣﹫−]";
const formulaStart = new RegExp(`(^|[;\\t\\r\\n])([ "\u00A0\uFEFF]*)(?=${sign})`, "g");

function csvCell(cell: string): string {
  const safe = plainNumber.test(cell) ? cell : disarmed(cell);
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function disarmed(cell: string): string {
  const text = cell.replace(formulaStart, "$1$2'");
  return /^[\t\r\n]/.test(text) ? `'${text}` : text;
}
