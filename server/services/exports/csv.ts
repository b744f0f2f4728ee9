/**
 * One line of a CSV file (RFC 4180, CR LF). A text that a spreadsheet would run as a formula gets an apostrophe in
 * front; numbers, negative ones too, stay numbers.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => csvCell(cell === null ? "" : String(cell))).join(",")}\r\n`;
}

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/;
const formulaStart = /^[=+\-@\t\r]/;

function csvCell(cell: string): string {
  const safe = formulaStart.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
  return /[",\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
