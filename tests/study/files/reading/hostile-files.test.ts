import { describe, expect, it } from "vitest";
import { byteLimit, columnLimit, rowLimit } from "#server/study/file-limits.ts";
import { cellLimit } from "#server/study/files/limits.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { fileOf, refusalOf } from "./files.ts";

const refusal = (text: string, choices = {}) => refusalOf(() => readPeople(fileOf(text), choices));
const repeated = (cell: string, count: number) => Array.from({ length: count }, () => cell).join(",");

describe("a file that cannot be read as a whole", () => {
  it("is refused if it has no byte, no row or no row below the header", () => {
    expect(refusal("").message).toBe("The file is empty (0 bytes).");
    expect(refusal("\n \r\n,,\n").message).toBe("The file has no rows.");
    expect(refusal("\ufeff").message).toBe("The file has no rows.");
    expect(refusal("name,age\n").message).toBe("The file has a header and no rows below it.");
    expect(refusal("name,age\n,\n\n").message).toBe("The file has a header and no rows below it.");
  });

  it(`is refused beyond ${byteLimit} bytes, also inside an open quote, with limit and size`, () => {
    const bytes = new Uint8Array(50_000_000).fill(0x78);
    bytes.set(fileOf('a,b\n1,"'));
    expect(refusalOf(() => readPeople(bytes)).message).toBe(
      "The file has 50,000,000 bytes, the limit is 20,000,000. Split it into several files.",
    );
  });

  it("is refused for an unclosed quote, short or long, with its row", () => {
    expect(refusal('a,b\n1,2\n3,"4\n5,6\n')).toEqual({
      message: "Row 3 opens a quote that is never closed (found on line 4).",
      problems: [{ row: 3, message: "Row 3 opens a quote that is never closed (found on line 4)." }],
    });
    expect(refusal('a,b\n\n\n1,"2').message).toBe("Row 4 opens a quote that is never closed.");
    const long = refusal(`a,b\n1,"${"x".repeat(9_000_000)}`);
    expect(long.message).toMatch(
      /^Row 2 has more than 8,000,000 bytes, the limit of one row; perhaps a quote/,
    );
    expect(long.problems).toMatchObject([{ row: 2 }]);
  });

  it("is refused for quotes in the wrong place", () => {
    expect(refusal('a,b\n1,"x" y\n')).toMatchObject({
      message: "Row 2 goes on after a closing quote; a quote inside quotes is written twice.",
      problems: [{ row: 2 }],
    });
    expect(refusal('a,b\n1,"x"y\n').message).toContain("Row 2 goes on after a closing quote");
    expect(refusal('a,b\n"1",2\n3,x "y" z\n').message).toContain(
      "Row 3 has a quote in a cell that does not begin",
    );
  });

  it("is refused for one very long line", () => {
    expect(refusal("x".repeat(9_000_000)).message).toContain("Row 1 has more than 8,000,000 bytes");
  });

  it("is refused for a million columns, in the header or below", () => {
    expect(refusal(repeated("c", 1_000_000))).toMatchObject({
      message: `Row 1 has 1,000,000 columns, the limit is ${columnLimit}.`,
      problems: [{ row: 1 }],
    });
    expect(refusal(`a,b\n1,2\n${",".repeat(999_999)}\n`).message).toContain("Row 3 has 1,000,000 columns");
    expect(refusal(repeated("c", columnLimit + 1)).message).toContain(
      "Row 1 has 201 columns, the limit is 200.",
    );
  });

  it("is refused above the limit of rows, and accepted at it, with or without a header", () => {
    const rows = "1,2\n".repeat(rowLimit);
    expect(readPeople(fileOf(rows)).rows).toHaveLength(rowLimit);
    expect(readPeople(fileOf(`a,b\n${rows}`)).rows).toHaveLength(rowLimit);
    const message = "The file has 100,001 rows, the limit is 100,000. Split it into several files.";
    expect(refusal(`${rows}1,2\n`).message).toBe(message);
    expect(refusal(`a,b\n${rows}1,2\n`).message).toBe(message);
  });

  it("is refused for a cell longer than the limit, and accepted at the limit", () => {
    const longest = "é".repeat(cellLimit);
    expect(readPeople(fileOf(`a,b\n1,${longest}\n`)).rows).toEqual([["1", longest]]);
    expect(refusal(`a,b\n1,${longest}é\n`)).toMatchObject({
      message:
        "Row 2, column 2: the cell has 10,001 characters, the limit is 10,000. Perhaps a quote is never closed.",
      problems: [{ row: 2, field: "column 2" }],
    });
  });

  it("is accepted with the widest row of the longest cells", () => {
    const row = repeated("😀".repeat(cellLimit / 2), columnLimit);
    const file = readPeople(fileOf(`${repeated("a", columnLimit)}\n${row}\n`), { hasHeader: true });
    expect(file.rows[0]).toHaveLength(columnLimit);
  });
});
