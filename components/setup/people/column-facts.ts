import { formatNumber } from "#server/format.ts";
import { readCell } from "#server/study/cells/read-cell.ts";
import { cellLabel } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { numbersOf } from "#server/study/read-columns.ts";
import type { PeopleReading } from "#server/study/reading.ts";

/** Describes a column's cells as they are read: "yes 87, no 61 (1 is yes, 0 is no)", "0 to 170, 34 empty". */
export function factsOf(column: ColumnChoice, reading: PeopleReading): string {
  const read = reading.columns[column.source];
  if (read === undefined) return "";
  const { distinct, missing, examples, words } = read;
  const empty = missing === 0 ? "" : `, ${formatNumber(missing)} empty`;
  if (column.notation === "yes-no" && words.length > 0) return yesAndNo(column, words) + empty;
  const numbers = column.type === "number" ? numbersOf(reading, column) : null;
  if (numbers !== null) {
    return `${cellLabel(column, numbers.smallest)} to ${cellLabel(column, numbers.largest)}${empty}`;
  }
  return `${formatNumber(distinct)} different${empty}: ${examples.join(", ")}`;
}

/** Says what each word was read as, unless it is written as yes or no. */
function yesAndNo(column: ColumnChoice, words: PeopleReading["columns"][number]["words"]): string {
  const read = words.map(({ word, count }) => ({ word, count, as: readCell(word, column) }));
  const countOf = (as: string | null) =>
    formatNumber(read.filter((each) => each.as === as).reduce((sum, { count }) => sum + count, 0));
  const meanings = read
    .filter(({ word, as }) => as !== null && word !== as)
    .map(({ word, as }) => `${word} is ${as}`);
  const other = read.some(({ as }) => as === null) ? `, ${countOf(null)} neither` : "";
  return `yes ${countOf("yes")}, no ${countOf("no")}${other}${meanings.length === 0 ? "" : ` (${meanings.join(", ")})`}`;
}
