import { z } from "zod";
import * as t from "#messages/refusals.ts";
import type { Attributes } from "#server/audit-log/panel-schemas.ts";
import { DomainError, type InputProblem } from "#server/errors.ts";
import { emailSchema } from "#server/schemas/accounts.ts";
import { memberAttributesSchema } from "#server/schemas/panel.ts";

const addressesAtMost = 500;

/** How many problems the sentence of a refusal names; all of them are in `problems`. */
const namedAtMost = 5;

/** The roles of a list. Another operator is invited alone. */
const roleSchema = z.enum(["auditor", "researcher", "observer"]);

export type Address = {
  readonly row: number;
  readonly email: string;
  readonly role: z.output<typeof roleSchema>;
  readonly attributes: Attributes;
};

/**
 * Reads a list of addresses: one a line, each of an auditor, or a table with the column `email` and perhaps `role`. Its
 * other columns are attributes.
 *
 * @throws DomainError "bad-input" with all problems: row, field and what was expected
 */
export function readAddresses(list: string): Address[] {
  // Spreadsheets copy cells with tabs between them, so that these may contain commas.
  const separator = list.includes("\t") ? "\t" : /[,;]/;
  const lines = list.split(/\r\n|\r|\n/).map((line) => cellsOf(line, separator));
  const header = lines.findIndex((cells) => cells.length > 0);
  const hasHeader = lines[header]?.some((column) => kindOf(column) === "email") ?? false;
  // Stryker disable next-line ArrayDeclaration: the header is one of the lines
  const columns = hasHeader ? (lines[header] ?? []) : ["email"];
  const kinds = columns.map(kindOf);
  const found: Address[] = [];
  const problems: InputProblem[] = [];
  for (const [index, cells] of lines.entries()) {
    const row = index + 1;
    if (cells.length === 0 || (hasHeader && index === header)) continue;
    const isWhole = cells.length <= columns.length;
    const email = isWhole ? emailSchema.safeParse(cells[kinds.indexOf("email")]).data : undefined;
    const role = roleSchema.safeParse(cells[kinds.indexOf("role")]?.toLowerCase() || "auditor");
    const named = columns.map((name, column) => ({ name, value: cells[column] ?? "" }));
    const attributes = memberAttributesSchema.safeParse(
      named.filter(({ value }, column) => kinds[column] === "attribute" && value !== ""),
    );
    const before = found.find((one) => one.email === email);
    if (email === undefined) problems.push(problemAt(row, t.addressExpected({ row })));
    else if (before) problems.push(problemAt(row, t.addressTwice({ row, first: before.row })));
    else if (!role.success) problems.push({ ...problemAt(row, t.roleExpected({ row })), field: "role" });
    else if (!attributes.success) problems.push(problemAt(row, t.attributesExpected({ row })));
    else found.push({ row, email, role: role.data, attributes: attributes.data });
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

/** Returns the cells of a line without quotes, up to the last one that is not empty. */
function cellsOf(line: string, separator: string | RegExp): string[] {
  const cells = line.split(separator).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .trim(),
  );
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

function kindOf(column: string): "email" | "role" | "attribute" {
  if (/^e-?mail$/i.test(column)) return "email";
  return /^role$/i.test(column) ? "role" : "attribute";
}
