import { expect, it } from "vitest";
import { readSheetRows } from "#server/study/files/reading/sheet-rows.ts";
import { rowOf, xlsxParts, zipOf } from "../workbooks/written.ts";
import { fileOf } from "./files.ts";

const read = (bytes: Uint8Array, sheet?: string) =>
  readSheetRows({ bytes, format: sheet === undefined ? {} : { sheet } });
const sheetOf = (name: string, ...rows: string[]) => ({
  name,
  xml: `<sheetData>${rows.join("")}</sheetData>`,
});

it("gives each row its number, and the same cells as a text file", () => {
  const rows = `<row r="2">${rowOf(["email", "role"]).slice("<row>".length)}${rowOf(["a@example.org", 1])}`;
  const cells = [[], ["email", "role"], ["a@example.org", "1"]];
  expect(read(zipOf(xlsxParts([sheetOf("list", rows)])))).toEqual({
    value: { sheet: "list", sheets: ["list"], rows: cells },
  });
  expect(read(fileOf("\nemail;role\na@example.org;1\n"))).toEqual({
    value: { sheet: null, sheets: [], rows: cells },
  });
});

it("lists the sheets if the first one is not a table, and gives the reason for a chosen one", () => {
  const long = Array.from({ length: 201 }, () => rowOf(["x".repeat(1_000)]));
  const failed = `<row><c t="e"><v>#N/A</v></c></row>`;
  const book = zipOf(
    xlsxParts([sheetOf("people", ...long), sheetOf("rules", failed), sheetOf("list", rowOf(["email"]))]),
  );
  const sheets = ["people", "rules", "list"];
  expect(read(book)).toEqual({ value: { sheet: null, sheets, rows: [] } });
  expect(read(book, "list")).toMatchObject({ value: { sheet: "list", rows: [["email"]] } });
  expect(read(book, "people")).toMatchObject({
    refused: { message: expect.stringContaining("at most 200,000 characters") },
  });
  expect(read(book, "rules")).toMatchObject({
    refused: { problems: [{ row: 1, message: expect.stringContaining("cell A1: found the error “#N/A”") }] },
  });
  expect(read(fileOf("a,b\nc,d\ne\n"))).toMatchObject({ refused: { problems: [{ row: 3 }] } });
});
