import { expect, it } from "vitest";
import { workbookParts } from "#server/analysis/tables/formats/workbook.ts";
import { rowsWithin } from "#server/studies/exports/workbook-data.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { refused } from "#tests/setup/refusal.ts";
import { zipOf } from "#tests/study/files/workbooks/written.ts";

it("keeps text that begins like a formula, and replaces characters invalid in XML", async () => {
  const about = () => "";
  const columns = ["a", "b", "c"].map((name) => ({ name, type: "text" as const, about }));
  const rows = async function* () {
    yield ["=1+1", "@a <b> & c\u0001", "x".repeat(40_000)];
    yield ["-2", "+3", null];
  };
  const parts = [...workbookParts([{ name: "t", about, columns, rows }], () => rows())];
  const texts: Record<string, string> = {};
  for (const { name, pieces } of parts) texts[name] = (await Array.fromAsync(pieces)).join("");
  expect(texts["xl/worksheets/sheet1.xml"]).not.toContain("<f>");
  expect(texts["xl/worksheets/sheet1.xml"]).toContain("x".repeat(32_767));
  const short = {
    ...texts,
    "xl/worksheets/sheet1.xml": texts["xl/worksheets/sheet1.xml"]?.replace(/x+</, "x<") ?? "",
  };
  expect(readPeople(zipOf(short), { hasHeader: true }).rows).toEqual([
    ["=1+1", "@a <b> & c\ufffd", "x"],
    ["-2", "+3", null],
  ]);
});

it("is refused if a table has more rows than a sheet", async () => {
  const rows = async function* () {
    yield [1];
    yield [2];
  };
  expect(await Array.fromAsync(rowsWithin(2, "pairs", rows()))).toHaveLength(2);
  const { message } = await refused(Array.fromAsync(rowsWithin(1, "pairs", rows())), "bad-input");
  expect(message).toBe(
    "The table pairs has more rows than a sheet can hold (1). Download it as CSV or Parquet.",
  );
});
