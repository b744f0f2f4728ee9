import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { fileOf, numberedHeader, quotedWithHeader, tabbedWithoutHeader, utf16 } from "./files.ts";

const read = (text: string, choices = {}) => readPeople(fileOf(text), choices);
const namesOf = ({ columns }: ReturnType<typeof readPeople>) => columns.map(({ name }) => name);

describe("reading a file of people", () => {
  it("reads tabs, an empty first line and no header as they are", () => {
    const file = read(tabbedWithoutHeader);
    expect(namesOf(file)).toEqual(["column 1", "column 2", "column 3", "column 4", "column 5"]);
    expect(file.rows[0]).toEqual(["A11", "6", "A34", "1169", "1"]);
    expect(file).toMatchObject({
      rowNumbers: [2, 3, 4, 5, 6],
      skippedEmptyLines: 1,
      problems: [],
      warnings: [],
    });
    expect(file.columns[3]).toEqual({
      name: "column 4",
      guess: { type: "number", notation: "point", sign: "" },
      distinct: 5,
      missing: 0,
      examples: ["1169", "5951", "2096", "7882", "4870"],
    });
  });

  it("reads quotes, delimiters in quotes and empty cells", () => {
    const file = read(quotedWithHeader);
    expect(file.rows[1]).toEqual(["2", "2", "CV, Medical imaging, ML", "0.853", "1", null, "108"]);
    expect(file.rows).toHaveLength(4);
    expect(file.columns[5]).toMatchObject({ name: "MS GPA", missing: 2, distinct: 2 });
    expect(file.columns[2]).toMatchObject({ guess: { type: "text" } });
  });

  it("reads a header of numbers above phrases", () => {
    const file = read(numberedHeader);
    expect(namesOf(file)).toEqual(["Defendant", "1", "2", "3"]);
    expect(file.columns.map(({ guess }) => guess.type)).toEqual([
      "number",
      "category",
      "category",
      "category",
    ]);
  });

  it("reads the same from every encoding", () => {
    const text = "Name;Größe\nZoë;1.5\nÉva;2\n";
    const rows = read(text).rows;
    expect(rows).toEqual([
      ["Zoë", "1.5"],
      ["Éva", "2"],
    ]);
    const files = [
      fileOf(`\ufeff${text}`),
      utf16(text, "le"),
      utf16(text, "be"),
      Buffer.from(text, "latin1"),
    ];
    for (const bytes of files) {
      expect(readPeople(bytes).rows).toEqual(rows);
      expect(namesOf(readPeople(bytes))).toEqual(["Name", "Größe"]);
    }
  });

  it("reads LF, CRLF and CR, also mixed, and line breaks inside quotes", () => {
    const file = read('a,b\r\n1,"x\r\ny"\n2,z\r3,"\n"');
    expect(file.rows).toEqual([
      ["1", "x\r\ny"],
      ["2", "z"],
      ["3", null],
    ]);
    expect(file.rowNumbers).toEqual([2, 3, 4]);
  });

  it("drops blanks around cells, inside and outside of quotes", () => {
    expect(read('a,b\n 1 ,\t" x, y "  \n2,\u00a0z\u3000\n').rows).toEqual([
      ["1", "x, y"],
      ["2", "z"],
    ]);
    expect(read("a\tb\tc\n\t\t1\n2\t\t\n").rows).toEqual([
      [null, null, "1"],
      ["2", null, null],
    ]);
  });

  it("skips and counts empty lines, and lists skipped rows with only delimiters", () => {
    const file = read("\na,b\n\n1,2\n   \n , \n3,4\n\n\n");
    expect(file.rows).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
    expect(file).toMatchObject({ rowNumbers: [4, 7], skippedEmptyLines: 4, problems: [] });
    expect(file.warnings).toEqual([{ kind: "blankRow", row: 6 }]);
  });

  it("gives unnamed and repeated columns unique names, with a warning", () => {
    const file = read("a,a,,__proto__,a (2),a\n1,2,3,4,5,6\n");
    expect(namesOf(file)).toEqual(["a", "a (3)", "column 3", "__proto__", "a (2)", "a (4)"]);
    expect(file.problems).toEqual([]);
    expect(file.warnings).toEqual([
      { kind: "sameName", row: 1, column: 2, name: "a (3)" },
      { kind: "noName", row: 1, column: 3, name: "column 3" },
      { kind: "sameName", row: 1, column: 6, name: "a (4)" },
    ]);
    expect(namesOf(read("column 2,\n1,2\n"))).toEqual(["column 2", "column 2 (2)"]);
  });

  it("reads a __proto__ header like any other name", () => {
    const file = read("__proto__,constructor\n1,2\n3,4\n");
    expect(namesOf(file)).toEqual(["__proto__", "constructor"]);
    expect(file.rows[0]).toEqual(["1", "2"]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it("reports each row with missing or extra cells and the expected count", () => {
    const file = read("a,b,c\n1,2,3\n4,5\n6\n7,8,9,10\n");
    expect(file.problems).toEqual([
      { row: 3, message: "Row 3 has 2 cells, too few: expected 3." },
      { row: 4, message: "Row 4 has 1 cell, too few: expected 3." },
      { row: 5, message: "Row 5 has 4 cells, too many: expected 3. Perhaps a cell contains the separator." },
    ]);
    expect(file.rows.map((cells) => cells.length)).toEqual([3, 3, 3, 3]);
  });

  it("expects the most frequent count of cells without a header", () => {
    const file = read("1\n1,2,3\n4,5,6\n", { hasHeader: false });
    expect(file.problems).toEqual([{ row: 1, message: "Row 1 has 1 cell, too few: expected 3." }]);
    expect(namesOf(file)).toHaveLength(3);
  });

  it("lists a thousand problems and counts the rest", () => {
    const file = read(`a,b\n${"1\n".repeat(1_500)}`, { delimiter: ",", hasHeader: true });
    expect(file.problems).toHaveLength(1_001);
    expect(file.problems.at(-1)).toEqual({ message: "500 more problems are not listed." });
  });

  it("guesses types: numbers, codes, few words, many words", () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `${i - 3}.5,00${i % 4},${i % 2 === 0 ? "yes" : "no"},text ${i},,12a`,
    );
    const file = read(["n,code,word,text,empty,unit", ...rows].join("\n"));
    expect(file.columns.map(({ guess }) => guess.type)).toEqual([
      "number",
      "category",
      "category",
      "text",
      "text",
      "category",
    ]);
    expect(file.columns[4]).toMatchObject({ missing: 60, distinct: 0, examples: [] });
  });

  it("shortens long examples", () => {
    const [column] = read(`a\n${"é".repeat(500)}\n`).columns;
    expect(column?.examples).toEqual([`${"é".repeat(80)}…`]);
  });

  it("lets the operator correct every guess", () => {
    const choices = { delimiter: ";", hasHeader: false, quote: null, encoding: "windows-1252" } as const;
    expect(readPeople(Buffer.from('a,b;"c\n1;\xe9\n', "latin1"), choices).rows).toEqual([
      ["a,b", '"c'],
      ["1", "é"],
    ]);
  });

  it("reads back any cells that were written with quotes (property)", () => {
    const cell = fc.string({
      unit: fc.constantFrom("a", "Ω", "😀", "1", '"', ",", ";", "\t", "|", "\n", " ", "=", "-"),
    });
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      );
    const delimiters = fc.constantFrom(...([",", ";", "\t", "|"] as const));
    fc.assert(
      fc.property(table, delimiters, (rows, delimiter) => {
        const quoted = rows.map((cells) =>
          cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter),
        );
        const text = [rows[0]?.map((_, index) => `name${index}`).join(delimiter), ...quoted].join("\n");
        const expected = rows
          .map((cells) => cells.map((each) => each.trim() || null))
          .filter((cells) => cells.some((each) => each !== null));
        fc.pre(expected.length > 0);
        expect(read(text, { delimiter, quote: '"', hasHeader: true }).rows).toEqual(expected);
      }),
    );
  });
});
