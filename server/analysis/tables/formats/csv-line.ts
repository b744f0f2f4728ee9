/**
 * Returns one line of a CSV file (RFC 4180, CR LF). A text that a spreadsheet would run as a formula gets a leading
 * apostrophe. That includes a text that begins a cell only in a spreadsheet that splits cells at semicolons or tabs and
 * so ignores the quotes. Numbers, including negative ones, stay numbers.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => csvCell(cell === null ? "" : String(cell))).join(",")}\r\n`;
}

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** The characters with which a formula begins, including their forms in Chinese, Japanese or Korean text. */
const sign = "[=+\\-@＝＋－＠﹦﹢﹣﹫−]";
const formulaStart = new RegExp(`(^|[;\\t\\r\\n])([ "\u00A0\uFEFF]*)(?=${sign})`, "g");

function csvCell(cell: string): string {
  const safe = plainNumber.test(cell) ? cell : escapeFormula(cell);
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function escapeFormula(cell: string): string {
  const text = cell.replace(formulaStart, "$1$2'");
  return /^[\t\r\n]/.test(text) ? `'${text}` : text;
}
