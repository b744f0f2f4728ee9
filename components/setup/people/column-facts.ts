import * as t from "#messages/setupPeople.ts";
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
  const withEmpty = (facts: string) => (missing === 0 ? facts : t.facts({ facts, count: missing }));
  if (column.notation === "yes-no" && words.length > 0) return withEmpty(yesAndNo(column, words));
  const numbers = column.type === "number" ? numbersOf(reading, column) : null;
  if (numbers !== null) {
    const [low, high] = [cellLabel(column, numbers.smallest), cellLabel(column, numbers.largest)];
    return withEmpty(t.range({ low, high }));
  }
  const found = { count: distinct, examples: examples.join(", ") };
  return missing === 0 ? t.different(found) : t.differentAndEmpty({ ...found, empty: missing });
}

/** Says what each word was read as, unless it is written as yes or no. */
function yesAndNo(column: ColumnChoice, words: PeopleReading["columns"][number]["words"]): string {
  const read = words.map(({ word, count }) => ({ word, count, as: readCell(word, column) }));
  const countOf = (as: string | null) =>
    read.filter((each) => each.as === as).reduce((sum, { count }) => sum + count, 0);
  const meanings = read.flatMap(({ word, as }) =>
    (as === "yes" || as === "no") && word !== as ? [t.wordIs({ word, meaning: as })] : [],
  );
  const facts = t.yesNoFacts({ yes: countOf("yes"), no: countOf("no"), other: countOf(null) });
  return meanings.length === 0 ? facts : t.yesNoFactsAs({ facts, meanings: meanings.join(", ") });
}
