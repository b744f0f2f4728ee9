import { isChance } from "#server/draft/columns.ts";
import type { ColumnChoice } from "#server/draft/draft.ts";
import type { InputProblem } from "#server/errors.ts";
import { ProblemList } from "#server/files/reading/problem-list.ts";
import { chanceOfCell } from "#server/learner/policy/fixed.ts";
import type { Features } from "#server/learner/spec/spec.ts";

/**
 * Whoever is audited needs a chance: an empty cell, or one outside of its range, is a problem of that row.
 *
 * @param features numbers as decimals, in the order of `columns`, with their rows in the file
 * @param columns those that become features, in the order of the cells
 * @param known problems of the rows: a cell that is no number was found already
 */
export function chanceProblems(
  { features, rowNumbers }: { features: readonly Features[]; rowNumbers: readonly number[] },
  columns: readonly ColumnChoice[],
  known: readonly InputProblem[],
): InputProblem[] {
  const place = columns.findIndex(isChance);
  const column = columns[place];
  if (column === undefined) return [];
  const field = column.name.trim();
  const bad = new Set(known.flatMap((problem) => (problem.field === field ? (problem.row ?? []) : [])));
  const problems = new ProblemList();
  features.forEach((cells, index) => {
    const row = rowNumbers[index] ?? index + 1;
    const cell = cells[place] ?? null;
    if (bad.has(row) || (cell !== null && chanceOfCell(cell, column.chanceUnit) !== null)) return;
    const found = cell === null ? "found nothing" : `found “${cell}”`;
    const range = column.chanceUnit === "percent" ? "0 to 100" : "0 to 1";
    problems.add(() => ({
      row,
      field,
      message: `Row ${row}, column “${field}”: ${found}, expected a chance from ${range}.`,
    }));
  });
  return problems.all();
}
