import { z } from "zod";
import * as t from "#messages/fileProblems.ts";
import { DomainError } from "#server/errors.ts";
import type { FormatChoices } from "#server/study/reading.ts";
import { refuse } from "../limits.ts";
import { ProblemList } from "./problem-list.ts";
import { type PeopleFile, readPeople } from "./read-people.ts";
import { type Result, toResult } from "./result.ts";

/** Characters of all cells, and one for each row. */
const lengthLimit = 200_000;

export const sheetRowsSchema = z.strictObject({
  sheet: z
    .string()
    .nullable()
    .meta({ description: "The sheet that was read; null for a CSV file, or if one has to be chosen" }),
  sheets: z.array(z.string()).meta({ description: "The names of all sheets, in their order" }),
  rows: z
    .array(z.array(z.string().nullable()))
    .meta({ description: "The cells of each row, from row 1 on; an empty row has none" }),
});

export type SheetRows = z.output<typeof sheetRowsSchema>;

/**
 * Reads all rows of a short sheet or text, a header like the others. If no sheet was chosen, and the first one is no
 * list, there are no rows but the names of all sheets.
 *
 * @returns "bad-input" if it is too long or a cell cannot be read
 */
export function readSheetRows({
  bytes,
  format,
}: {
  bytes: Uint8Array;
  format: FormatChoices;
}): Result<SheetRows> {
  return toResult(() => {
    const file = readPeople(bytes, { ...format, hasHeader: false });
    const book = "sheets" in file.format ? file.format : { sheet: null, sheets: [] };
    const sheets = book.sheets.map(({ name }) => name);
    const read = toResult(() => rowsOf(file));
    if ("value" in read) return { sheet: book.sheet, sheets, rows: read.value };
    if (format.sheet === undefined && sheets.length > 1) return { sheet: null, sheets, rows: [] };
    throw new DomainError("bad-input", read.refused.message, read.refused.problems);
  });
}

function rowsOf({ rows, rowNumbers, problems, unread }: PeopleFile): SheetRows["rows"] {
  const wrong = new ProblemList();
  for (const problem of problems) wrong.add(() => problem);
  for (const { row, describe } of unread) wrong.add(() => ({ row, message: describe() }));
  const [first] = wrong.all();
  if (first) throw new DomainError("bad-input", first.message, wrong.all());
  const length = rows.flat().reduce((sum, cell) => sum + (cell?.length ?? 0), rowNumbers.at(-1) ?? 0);
  if (length > lengthLimit) refuse({ message: t.sheetTooLong({ limit: lengthLimit }) });
  const numbered: SheetRows["rows"] = [];
  for (const [index, cells] of rows.entries()) {
    while (numbered.length < (rowNumbers[index] ?? 1) - 1) numbered.push([]);
    numbered.push([...cells]);
  }
  return numbered;
}
