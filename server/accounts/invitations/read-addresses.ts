import * as t from "#messages/refusals.ts";
import { DomainError, type InputProblem } from "#server/errors.ts";
import { emailSchema } from "#server/schemas/accounts.ts";

/** The most addresses of one list. */
const addressesAtMost = 500;

/** How many problems the sentence of a refusal names; all of them are in `problems`. */
const namedAtMost = 5;

export type Address = { readonly row: number; readonly email: string };

/**
 * Reads a list of addresses: one a line, or a file with the column `email`.
 *
 * @throws DomainError "bad-input" with all problems: row, field and what was expected
 */
export function readAddresses(list: string): Address[] {
  const lines = list.split(/\r\n|\r|\n/).map(cellsOf);
  const columns = lines[0] ?? [];
  const hasHeader = columns.some(isEmailColumn);
  const further = hasHeader ? columns.filter((column) => !isEmailColumn(column)) : [];
  refuseProblems(further.map((column) => ({ row: 1, field: column, message: t.columnNotRead({ column }) })));
  const found: Address[] = [];
  const problems: InputProblem[] = [];
  for (const [index, cells] of lines.entries()) {
    const row = index + 1;
    if (cells.length === 0 || (hasHeader && row === 1)) continue;
    const email = cells.length === 1 ? emailSchema.safeParse(cells[0]).data : undefined;
    const before = found.find((one) => one.email === email);
    if (email === undefined) problems.push(problemAt(row, t.addressExpected({ row })));
    else if (before) problems.push(problemAt(row, t.addressTwice({ row, first: before.row })));
    else found.push({ row, email });
  }
  refuseProblems(problems);
  if (found.length === 0) refuseProblems([{ field: "list", message: t.noAddress() }]);
  if (found.length > addressesAtMost) {
    const message = t.tooManyAddresses({ count: found.length, limit: addressesAtMost });
    refuseProblems([{ field: "list", message }]);
  }
  return found;
}

/** Describes what is wrong in a row of the list. */
export function problemAt(row: number, message: string): InputProblem {
  return { row, field: "email", message };
}

/** @throws DomainError "bad-input" if there is a problem */
export function refuseProblems(problems: readonly InputProblem[]): void {
  if (problems.length === 0) return;
  const named = problems.slice(0, namedAtMost).map(({ message }) => message);
  const left = problems.length - named.length;
  throw new DomainError(
    "bad-input",
    [...named, ...(left > 0 ? [t.moreProblems({ count: left })] : [])].join(" "),
    problems,
  );
}

/** Returns the cells of a line that are not empty, without quotes. */
function cellsOf(line: string): string[] {
  return line
    .split(/[,;\t]/)
    .map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, "$1")
        .trim(),
    )
    .filter((cell) => cell !== "");
}

function isEmailColumn(column: string): boolean {
  return column.toLowerCase() === "email";
}
