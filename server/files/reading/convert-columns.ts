import type { ColumnReading } from "#server/draft/cells/notation.ts";
import { expectedCell, readCell } from "#server/draft/cells/read-cell.ts";
import type { InputProblem } from "#server/errors.ts";
import type { Column, Features } from "#server/learner/spec/spec.ts";
import { type ColumnDecision, checkDecisions } from "./check-decisions.ts";
import { ProblemList, type Wrong } from "./problem-list.ts";
import type { PeopleFile } from "./read-people.ts";

export type ConvertedPeople = {
  /** The feature columns, in the order of the file. */
  readonly columns: readonly Column[];
  /** One row a person, one cell a feature column; as readCell reads it. */
  readonly features: readonly Features[];
  /** One row a person, one cell an identifier column. */
  readonly identifiers: readonly (readonly (string | null)[])[];
  /** One a person; null where the cell is empty or there is no outcome column. */
  readonly outcomes: readonly ("yes" | "no" | null)[];
  /** Empty if all is well; else nothing may be imported, and a cell with a problem is null above. */
  readonly problems: readonly InputProblem[];
  readonly wrong: Wrong;
};

/**
 * Applies the operator's decisions to every row. All problems are collected, nothing is thrown half-way.
 *
 * @param decisions one a column of the file, in its order
 */
export function convertColumns(
  file: Pick<PeopleFile, "rows" | "rowNumbers">,
  decisions: readonly ColumnDecision[],
): ConvertedPeople {
  const problems = new ProblemList();
  checkDecisions(decisions, file.rows[0]?.length ?? 0, problems);
  const readers = {
    features: decisions.flatMap((decision, index) =>
      decision.role === "feature" ? [featureAt(index, decision)] : [],
    ),
    identifiers: decisions.flatMap(({ role }, index) => (role === "identifier" ? [textAt(index)] : [])),
    outcomes: decisions.flatMap((decision, index) =>
      decision.role === "outcome" ? [outcomeAt(index, decision)] : [],
    ),
  };
  const people = file.rows.map((cells, index) => {
    const source: Source = { cells, row: file.rowNumbers[index] ?? index + 1, problems };
    return {
      features: readers.features.map((read) => read(source)),
      identifiers: readers.identifiers.map((read) => read(source)),
      outcome: readers.outcomes.map((read) => read(source))[0] ?? null,
    };
  });
  return {
    columns: decisions.flatMap((decision) =>
      decision.role === "feature" ? [{ name: decision.name, type: decision.type }] : [],
    ),
    features: people.map(({ features }) => features),
    identifiers: people.map(({ identifiers }) => identifiers),
    outcomes: people.map(({ outcome }) => outcome),
    problems: problems.all(),
    wrong: problems.wrong(),
  };
}

type Source = {
  readonly cells: readonly (string | null)[];
  readonly row: number;
  readonly problems: ProblemList;
};
type CellReader<Value> = (source: Source) => Value | null;

function textAt(index: number): CellReader<string> {
  return ({ cells }) => cells[index] ?? null;
}

function featureAt(
  index: number,
  { name, ...reading }: { name: string } & Readonly<ColumnReading>,
): CellReader<string> {
  if (reading.notation === "unclear") return () => null;
  return ({ cells, row, problems }) => {
    const cell = cells[index] ?? null;
    const value = cell === null ? null : readCell(cell, reading);
    if (cell !== null && value === null) {
      problems.add(() => wrongCell(row, name, cell, expectedCell(reading)), row);
    }
    return value;
  };
}

function outcomeAt(
  index: number,
  { name, yes, no }: { name: string; yes: readonly string[]; no: readonly string[] },
): CellReader<"yes" | "no"> {
  const meanings = new Map<string, "yes" | "no">([
    ...no.map((word) => [word.trim(), "no"] as const),
    ...yes.map((word) => [word.trim(), "yes"] as const),
  ]);
  const words = [...meanings.keys()].map((word) => `“${word}”`).join(", ");
  return ({ cells, row, problems }) => {
    const cell = cells[index] ?? null;
    const meaning = cell === null ? null : (meanings.get(cell) ?? null);
    if (cell !== null && meaning === null) {
      problems.add(() => wrongCell(row, name, cell, `expected one of ${words}`), row);
    }
    return meaning;
  };
}

function wrongCell(row: number, field: string, cell: string, expected: string): InputProblem {
  const shown = cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
  return { row, field, message: `Row ${row}, column “${field}”: found “${shown}”, ${expected}.` };
}
