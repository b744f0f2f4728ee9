import { readCell } from "#server/study/cells/read-cell.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { PeopleFile } from "#server/study/files/reading/read-people.ts";

/** With fewer known outcomes, a column determines them by accident. */
const fewestKnown = 10;
/** Words that each occur at least this often can tell more than whether a cell is filled. */
const timesEach = 5;
/** The maximum share of errors, relative to the errors of one guess for all people. */
const wrongShare = 0.25;

type Known = { readonly cell: string | null; readonly isYes: boolean };

/**
 * Returns the columns from which the outcome can nearly be determined: by their words, by being filled, or by one cut
 * of their numbers. A heuristic, for the operator to review.
 *
 * @returns their places in the file
 */
export function nearCopies({ rows }: Pick<PeopleFile, "rows">, columns: readonly ColumnChoice[]): number[] {
  const outcome = columns.find(({ role }) => role === "outcome");
  if (outcome === undefined) return [];
  const isYes = new Map([
    ...outcome.no.map((word) => [word, false] as const),
    ...outcome.yes.map((word) => [word, true] as const),
  ]);
  return columns.flatMap((column) => {
    if (column.source === outcome.source) return [];
    const known = rows.flatMap((cells): Known[] => {
      const result = isYes.get(cells[outcome.source] ?? "");
      return result === undefined ? [] : [{ cell: cells[column.source] ?? null, isYes: result }];
    });
    return tellsOutcome(known, column) ? [column.source] : [];
  });
}

function tellsOutcome(known: readonly Known[], column: ColumnChoice): boolean {
  const allowed = wrongShare * countErrors(known);
  if (known.length < fewestKnown || allowed === 0) return false;
  return wrongByWord(known) <= allowed || wrongByCut(known, column) <= allowed;
}

/** Returns how many errors one guess for all of them makes. */
function countErrors(known: readonly Known[]): number {
  const yesCount = known.filter(({ isYes }) => isYes).length;
  return Math.min(yesCount, known.length - yesCount);
}

function wrongByWord(known: readonly Known[]): number {
  const words = new Set(known.map(({ cell }) => cell));
  const areFew = words.size * timesEach <= known.length;
  const groups = Map.groupBy(known, ({ cell }) => (areFew ? cell : String(cell !== null)));
  return [...groups.values()].reduce((sum, group) => sum + countErrors(group), 0);
}

function wrongByCut(known: readonly Known[], column: ColumnChoice): number {
  if (column.type !== "number") return Number.POSITIVE_INFINITY;
  const read = known.map(({ cell, isYes }) => ({ value: cell && readCell(cell, column), isYes }));
  const numbers = read
    .flatMap(({ value, isYes }) => (value === null ? [] : [{ number: Number(value), isYes }]))
    .sort((a, b) => a.number - b.number);
  const yesCount = numbers.filter(({ isYes }) => isYes).length;
  let fewest = Math.min(yesCount, numbers.length - yesCount);
  let yesBelow = 0;
  numbers.forEach(({ number, isYes }, index) => {
    if (isYes) yesBelow += 1;
    if (numbers[index + 1]?.number === number) return;
    // Yes above the cut and no below it, or the reverse.
    const wrong = yesBelow + (numbers.length - index - 1 - (yesCount - yesBelow));
    fewest = Math.min(fewest, wrong, numbers.length - wrong);
  });
  return fewest + (read.length - numbers.length);
}
