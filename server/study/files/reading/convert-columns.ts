import * as t from "#messages/fileProblems.ts";
import type { InputProblem } from "#server/errors.ts";
import { chanceOfCell } from "#server/learner/policy/fixed.ts";
import type { Language } from "#server/locale.ts";
import { type ExpectedCell, expectedCell, readCell } from "#server/study/cells/read-cell.ts";
import { inFileOrder, isChance, isFeature, isGroup, isInWords } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { groupCutsOf, groupReader } from "#server/study/group-cuts.ts";
import { columnProblems, severalOutcomes } from "#server/study/missing-columns.ts";
import { groupLimit } from "../limits.ts";
import { ProblemList, type Wrong } from "./problem-list.ts";
import type { PeopleFile } from "./read-people.ts";

/** Cells of people: one row for each person, columns in the order of the file. */
export type PeopleCells = {
  /** As readCell reads them. */
  readonly features: readonly (readonly (string | null)[])[];
  readonly groups: readonly (readonly (string | null)[])[];
  readonly identifiers: readonly (readonly (string | null)[])[];
  /** null where the cell is empty or there is no outcome column. */
  readonly outcomes: readonly ("yes" | "no" | null)[];
};

export type ConvertedPeople = PeopleCells & {
  /** Empty if there is no problem. Otherwise nothing may be imported, and a cell with a problem is null above. */
  readonly problems: readonly InputProblem[];
  readonly wrong: Wrong;
};

/**
 * Applies the operator's decisions to every row. All problems are collected; no error is thrown half-way.
 *
 * @param choices one for each column of the file
 * @param language of the names of groups between cuts
 */
export function convertColumns(
  file: Pick<PeopleFile, "rows" | "rowNumbers"> & Partial<Pick<PeopleFile, "unread">>,
  choices: readonly ColumnChoice[],
  language: Language = "en",
): ConvertedPeople {
  const columns = inFileOrder(choices);
  const problems = new ProblemList();
  addColumnProblems(columns, file, problems);
  const readers = {
    features: columns.filter(isFeature).map(featureReader),
    groups: columns.filter(isGroup).map((column) => groupOf(column, language)),
    identifiers: columns.filter(({ role }) => role === "identifier").map(textReader),
    outcomes: columns.filter(({ role }) => role === "outcome").map((column) => meaningReader(column)),
  };
  for (const { row, column, describe } of file.unread ?? []) {
    const { role, name: field } = columns[column] ?? { role: "ignored" };
    if (role !== "ignored") problems.add(() => ({ row, field, message: describe() }), row);
  }
  const people = file.rows.map((cells, index) => {
    const source: Source = { cells, row: file.rowNumbers[index] ?? index + 1, problems };
    return {
      features: readers.features.map((read) => read(source)),
      groups: readers.groups.map((read) => read(source)),
      identifiers: readers.identifiers.map((read) => read(source)),
      outcome: readers.outcomes.map((read) => read(source))[0] ?? null,
    };
  });
  return {
    features: people.map(({ features }) => features),
    groups: people.map(({ groups }) => groups),
    identifiers: people.map(({ identifiers }) => identifiers),
    outcomes: people.map(({ outcome }) => outcome),
    problems: problems.all(),
    wrong: problems.wrong(),
  };
}

/** Adds what is wrong with the decisions, and with group columns of too many values, whose figures would be withheld. */
function addColumnProblems(
  columns: readonly ColumnChoice[],
  { rows }: Pick<PeopleFile, "rows">,
  problems: ProblemList,
): void {
  const columnCount = rows[0]?.length ?? 0;
  if (columns.length !== columnCount) {
    problems.add(() => ({ message: t.columnCount({ found: columnCount, chosen: columns.length }) }));
  }
  const outcomes = severalOutcomes(columns);
  if (outcomes !== null) problems.add(() => ({ message: outcomes }));
  for (const column of columns) {
    const name = column.name.trim();
    for (const { message } of columnProblems(column, columns)) {
      problems.add(() => ({ ...(name !== "" && { field: name }), message }));
    }
    if (!isGroup(column) || groupCutsOf(column).length > 0) continue;
    const values = new Set(rows.map((cells) => cells[column.source] ?? null));
    values.delete(null);
    if (values.size <= groupLimit) continue;
    const isNumber = column.type === "number";
    const found = { column: name, found: values.size, limit: groupLimit, isNumber };
    problems.add(() => ({ field: name, message: t.tooManyGroups(found) }));
  }
}

type Source = {
  readonly cells: readonly (string | null)[];
  readonly row: number;
  readonly problems: ProblemList;
};
type CellReader<Value> = (source: Source) => Value | null;

function textReader({ source }: ColumnChoice): CellReader<string> {
  return ({ cells }) => cells[source] ?? null;
}

function groupOf(column: ColumnChoice, language: Language): CellReader<string> {
  const read = groupReader(column, language);
  return read === undefined ? textReader(column) : cellReader(column, read);
}

function featureReader(column: ColumnChoice): CellReader<string> {
  if (!isChance(column)) return cellReader(column, (cell) => readCell(cell, column));
  return isInWords(column) ? certaintyReader(column) : chanceReader(column);
}

/** Returns the chance of a person for whom the rule in force says yes or no: 1 or 0. The cell must be filled. */
function certaintyReader(column: ColumnChoice): CellReader<string> {
  const read = meaningReader(column, true);
  return (source) => {
    const meaning = read(source);
    return meaning === null ? null : meaning === "yes" ? "1" : "0";
  };
}

/** Returns an audited person's chance. The cell must be filled and within its range. */
function chanceReader(column: ColumnChoice): CellReader<string> {
  const { chanceUnit: unit } = column;
  const expected = { expected: unit, example: "" } as const;
  const feature = cellReader(column, (cell) => readCell(cell, column));
  return (source) => {
    const { cells, row, problems } = source;
    const cell = cells[column.source] ?? null;
    const value = feature(source);
    if (cell === null) problems.add(() => wrongCell(row, column, "", expected), row);
    else if (value !== null && chanceOfCell(value, unit) === null) {
      problems.add(() => wrongCell(row, column, cell, expected), row);
    }
    return value;
  };
}

function cellReader(column: ColumnChoice, read: (cell: string) => string | null): CellReader<string> {
  if (column.notation === "unclear") return () => null;
  return ({ cells, row, problems }) => {
    const cell = cells[column.source] ?? null;
    const value = cell === null ? null : read(cell);
    if (cell !== null && value === null) {
      problems.add(() => wrongCell(row, column, cell, expectedCell(column)), row);
    }
    return value;
  };
}

/** @param isNeeded whether an empty cell is a problem */
function meaningReader(column: ColumnChoice, isNeeded = false): CellReader<"yes" | "no"> {
  const { yes, no } = column;
  // A problem of the column says that its meaning is missing; then no row is wrong.
  if (yes.length === 0 || no.length === 0) return () => null;
  const meanings = new Map<string, "yes" | "no">([
    ...no.map((word) => [word.trim(), "no"] as const),
    ...yes.map((word) => [word.trim(), "yes"] as const),
  ]);
  const example = [...meanings.keys()].map((word) => `“${word}”`).join(", ");
  return ({ cells, row, problems }) => {
    const cell = cells[column.source] ?? null;
    const meaning = cell === null ? null : (meanings.get(cell) ?? null);
    if (meaning === null && (isNeeded || cell !== null)) {
      problems.add(() => wrongCell(row, column, cell ?? "", { expected: "word", example }), row);
    }
    return meaning;
  };
}

function wrongCell(row: number, { name }: ColumnChoice, found: string, expected: ExpectedCell): InputProblem {
  const column = name.trim();
  const cell = found.length > 60 ? `${found.slice(0, 60)}…` : found;
  const problem = t.wrongCell({ isEmpty: cell === "", cell, ...expected });
  return { row, field: column, message: t.atCell({ row, column, problem }) };
}
