import * as t from "#messages/fileProblems.ts";
import type { InputProblem } from "#server/errors.ts";
import type { Column, Features } from "#server/learner/config/spec.ts";
import { type ChanceUnit, chanceOfCell } from "#server/learner/policy/fixed.ts";
import { type ExpectedCell, expectedCell, readCell } from "#server/study/cells/read-cell.ts";
import type { ColumnReading } from "#server/study/cells/reading-schema.ts";
import { groupLimit } from "../limits.ts";
import { type ColumnDecision, checkDecisionColumns, type Words } from "./check-decisions.ts";
import { ProblemList, type Wrong } from "./problem-list.ts";
import type { PeopleFile } from "./read-people.ts";

export type ConvertedPeople = {
  /** The feature columns, in the order of the file. */
  readonly columns: readonly Column[];
  /** One row for each person, one cell for each feature column, as readCell reads it. */
  readonly features: readonly Features[];
  /** One row for each person, one cell for each group column. */
  readonly groups: readonly (readonly (string | null)[])[];
  /** One row for each person, one cell for each identifier column. */
  readonly identifiers: readonly (readonly (string | null)[])[];
  /** One outcome for each person; null where the cell is empty or there is no outcome column. */
  readonly outcomes: readonly ("yes" | "no" | null)[];
  /** Empty if there is no problem. Otherwise nothing may be imported, and a cell with a problem is null above. */
  readonly problems: readonly InputProblem[];
  readonly wrong: Wrong;
};

/**
 * Applies the operator's decisions to every row. All problems are collected; no error is thrown half-way.
 *
 * @param decisions one for each column of the file, in its order
 */
export function convertColumns(
  file: Pick<PeopleFile, "rows" | "rowNumbers"> & Partial<Pick<PeopleFile, "unread">>,
  decisions: readonly ColumnDecision[],
): ConvertedPeople {
  const problems = new ProblemList();
  checkDecisionColumns(decisions, file.rows[0]?.length ?? 0, problems);
  const readers = {
    features: decisions.flatMap((decision, index) =>
      decision.role === "feature" ? [readerAt(index, decision)] : [],
    ),
    groups: decisions.flatMap((decision, index) =>
      decision.role === "group" ? [groupAt(index, decision)] : [],
    ),
    identifiers: decisions.flatMap(({ role }, index) => (role === "identifier" ? [textAt(index)] : [])),
    outcomes: decisions.flatMap((decision, index) =>
      decision.role === "outcome" ? [meaningAt(index, decision)] : [],
    ),
  };
  checkGroups(file, decisions, problems);
  for (const { row, column, describe } of file.unread ?? []) {
    const { role, name: field } = decisions[column] ?? { role: "ignored" };
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
    columns: decisions.flatMap((decision) =>
      decision.role === "feature"
        ? [{ name: decision.name, type: decision.chance === undefined ? decision.type : "number" }]
        : [],
    ),
    features: people.map(({ features }) => features),
    groups: people.map(({ groups }) => groups),
    identifiers: people.map(({ identifiers }) => identifiers),
    outcomes: people.map(({ outcome }) => outcome),
    problems: problems.all(),
    wrong: problems.wrong(),
  };
}

/** Checks that a group column without cuts has few values: figures of many small groups would be withheld. */
function checkGroups(
  { rows }: Pick<PeopleFile, "rows">,
  decisions: readonly ColumnDecision[],
  problems: ProblemList,
): void {
  decisions.forEach((decision, index) => {
    if (decision.role !== "group" || decision.read !== undefined) return;
    const values = new Set(rows.map((cells) => cells[index] ?? null));
    values.delete(null);
    if (values.size <= groupLimit) return;
    const { name, type } = decision;
    const found = { column: name, found: values.size, limit: groupLimit, isNumber: type === "number" };
    problems.add(() => ({ field: name, message: t.tooManyGroups(found) }));
  });
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

function groupAt(
  index: number,
  { name, read, ...reading }: Extract<ColumnDecision, { role: "group" }>,
): CellReader<string> {
  return read === undefined ? textAt(index) : cellAt(index, name, read, reading);
}

type FeatureDecision = Extract<ColumnDecision, { role: "feature" }>;

function readerAt(index: number, { chance, ...decision }: FeatureDecision): CellReader<string> {
  const feature = featureAt(index, decision);
  if (chance === undefined) return feature;
  if (typeof chance === "object") return certaintyAt(index, { ...chance, name: decision.name });
  return chanceAt(index, decision.name, feature, chance);
}

/** Returns the chance of a person for whom the rule in force says yes or no: 1 or 0. The cell must be filled. */
function certaintyAt(index: number, words: Words & { name: string }): CellReader<string> {
  const read = meaningAt(index, { ...words, isNeeded: true });
  return (source) => {
    const meaning = read(source);
    return meaning === null ? null : meaning === "yes" ? "1" : "0";
  };
}

/** Returns an audited person's chance. The cell must be filled and within its range. */
function chanceAt(
  index: number,
  name: string,
  feature: CellReader<string>,
  unit: ChanceUnit,
): CellReader<string> {
  const expected = { expected: unit, example: "" } as const;
  return (source) => {
    const { cells, row, problems } = source;
    const cell = cells[index] ?? null;
    const value = feature(source);
    if (cell === null) problems.add(() => wrongCell(row, name, "", expected), row);
    else if (value !== null && chanceOfCell(value, unit) === null) {
      problems.add(() => wrongCell(row, name, cell, expected), row);
    }
    return value;
  };
}

function featureAt(index: number, { name, ...reading }: Omit<FeatureDecision, "chance">): CellReader<string> {
  return cellAt(index, name, (cell) => readCell(cell, reading), reading);
}

function cellAt(
  index: number,
  name: string,
  read: (cell: string) => string | null,
  reading: ColumnReading,
): CellReader<string> {
  if (reading.notation === "unclear") return () => null;
  return ({ cells, row, problems }) => {
    const cell = cells[index] ?? null;
    const value = cell === null ? null : read(cell);
    if (cell !== null && value === null) {
      problems.add(() => wrongCell(row, name, cell, expectedCell(reading)), row);
    }
    return value;
  };
}

/** @param column.isNeeded whether an empty cell is a problem */
function meaningAt(
  index: number,
  { name, yes, no, isNeeded = false }: Words & { name: string; isNeeded?: boolean },
): CellReader<"yes" | "no"> {
  // A problem of the column says that its meaning is missing; then no row is wrong.
  if (yes.length === 0 || no.length === 0) return () => null;
  const meanings = new Map<string, "yes" | "no">([
    ...no.map((word) => [word.trim(), "no"] as const),
    ...yes.map((word) => [word.trim(), "yes"] as const),
  ]);
  const example = [...meanings.keys()].map((word) => `“${word}”`).join(", ");
  return ({ cells, row, problems }) => {
    const cell = cells[index] ?? null;
    const meaning = cell === null ? null : (meanings.get(cell) ?? null);
    if (meaning === null && (isNeeded || cell !== null)) {
      problems.add(() => wrongCell(row, name, cell ?? "", { expected: "word", example }), row);
    }
    return meaning;
  };
}

function wrongCell(row: number, column: string, found: string, expected: ExpectedCell): InputProblem {
  const cell = found.length > 60 ? `${found.slice(0, 60)}…` : found;
  const problem = t.wrongCell({ isEmpty: cell === "", cell, ...expected });
  return { row, field: column, message: t.atCell({ row, column, problem }) };
}
