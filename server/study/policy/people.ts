import * as t from "#messages/policyFile.ts";
import { DomainError, type InputProblem } from "#server/errors.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { normaliseNumber } from "#server/study/cells/numbers.ts";
import { readRecords } from "#server/study/files/reading/records.ts";
import { type ChanceRule, policyChances } from "./chances.ts";
import { neededColumns } from "./needed-columns.ts";
import type { PolicyFile } from "./policy-file.ts";

/** People as a program or a file gives them: cells by column; an empty text is a missing cell. */
export type GivenPerson = Readonly<Record<string, string | number | null>>;

/** The chances of people, and a warning for each value that the study has not seen. */
export type GivenChances = {
  readonly chances: readonly string[];
  readonly warnings: readonly InputProblem[];
};

/** The most problems and the most warnings that an answer lists. */
const mostListed = 100;

/**
 * Reads people for a policy file and returns their chances.
 *
 * @param rows the number of each person in the file, which problems and warnings name; from 1 without a file
 * @throws DomainError "bad-input" with each wrong field: a column that rules need and that is missing, a column that
 *   the study does not have, a cell that is no number. Nothing is computed then.
 */
export function chancesFor(
  policy: PolicyFile,
  given: readonly GivenPerson[],
  rule: ChanceRule,
  rows: readonly number[] = given.map((_, index) => index + 1),
): GivenChances {
  if (given.length === 0) throw new DomainError("bad-input", t.noPeople());
  const problems = columnProblems(policy, given, rows);
  const warnings: InputProblem[] = [];
  const people = given.map((person, index) =>
    policy.columns.map((column) => {
      const value = person[column.name];
      const text = value === null || value === undefined ? "" : String(value).trim();
      if (text === "") return null;
      const cell = column.type === "number" ? normaliseNumber(text) : text;
      const place = { row: rows[index] as number, field: column.name };
      if (cell === null) {
        problems.push({ ...place, message: t.noNumber({ ...place, column: column.name, found: text }) });
        return null;
      }
      if (isUnseen(column, cell)) {
        warnings.push({ ...place, message: t.unseen({ ...place, column: column.name, found: cell }) });
      }
      return cell;
    }),
  );
  if (problems.length > 0) {
    throw new DomainError("bad-input", problems[0]?.message ?? "", problems.slice(0, mostListed));
  }
  return {
    chances: policyChances(policy, people satisfies Features[], rule),
    warnings: warnings.slice(0, mostListed),
  };
}

/**
 * Reads a CSV file with a header row into people.
 *
 * @throws DomainError "bad-input" on mismatched quotes, on a column that is named twice and on rows of another length
 */
export function peopleInCsv(text: string): { people: GivenPerson[]; rows: number[] } {
  const people: GivenPerson[] = [];
  const rows: number[] = [];
  let header: readonly string[] | undefined;
  const delimiter = /^[^\n,]*;/.test(text) ? ";" : ",";
  readRecords(text.replace(/^\uFEFF/, ""), { delimiter, quote: '"' }, ({ cells, row }) => {
    if (header === undefined) {
      const twice = cells.find((name, index) => cells.indexOf(name) !== index);
      if (twice !== undefined) refuse({ row, field: twice, message: t.columnTwice({ column: twice }) });
      header = cells;
      return;
    }
    if (cells.length !== header.length) {
      refuse({ row, message: t.rowLength({ row, found: cells.length, expected: header.length }) });
    }
    rows.push(row);
    people.push(Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""])));
  });
  return { people, rows };
}

function refuse(problem: InputProblem): never {
  throw new DomainError("bad-input", problem.message, [problem]);
}

function columnProblems(
  policy: PolicyFile,
  given: readonly GivenPerson[],
  rows: readonly number[],
): InputProblem[] {
  const names = new Set(policy.columns.map(({ name }) => name));
  const needed = neededColumns(policy);
  return given.flatMap((person, index) => {
    const row = rows[index] as number;
    const missing = [...needed].filter((name) => !Object.hasOwn(person, name));
    const extra = Object.keys(person).filter((name) => !names.has(name));
    return [
      ...missing.map((field) => ({ row, field, message: t.columnMissing({ row, column: field }) })),
      ...extra.map((field) => ({ row, field, message: t.columnExtra({ row, column: field }) })),
    ];
  });
}

function isUnseen({ range, values }: PolicyFile["columns"][number], cell: string): boolean {
  if (range !== null) return Number(cell) < Number(range.from) || Number(cell) > Number(range.to);
  return values !== null && !values.includes(cell);
}
