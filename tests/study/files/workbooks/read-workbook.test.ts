import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ignoredColumn } from "#server/study/empty-draft.ts";
import { preparePeople } from "#server/study/files/people/prepare-people.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { odsOf, rowOf, type Sheet, xlsxOf, xlsxParts, zipOf } from "./written.ts";

const namesOf = ({ columns }: ReturnType<typeof readPeople>) => columns.map(({ name }) => name);
const table = (rows: readonly (readonly (string | number)[])[]) =>
  `<sheetData>${rows.map(rowOf).join("")}</sheetData>`;

/**
 * LibreOffice 7.4.7 of Debian 12 made both files from people.fods, which was written by hand:
 * `soffice --headless --convert-to xlsx people.fods`, and the same with ods.
 */
describe("reading files from LibreOffice", () => {
  it.each(["xlsx", "ods"])("gives the same table from people.%s", (ending) => {
    const file = readPeople(readFileSync(new URL(`people.${ending}`, import.meta.url)));
    expect(namesOf(file)).toEqual(["id", "age", "since", "share", "member", "double"]);
    expect(file.rows).toEqual([
      ["Zoë", "31", "2024-02-29", "0.125", "TRUE", "62"],
      ["007", "44.5", "1999-12-31 18:30:00", "1", "FALSE", null],
    ]);
    expect([...file.unread][0]?.describe()).toContain("cell F4: found the error “#DIV/0!”");
    expect(file.format).toMatchObject({ sheet: "People", sheets: { length: 3, 2: { isHidden: true } } });
  });
});

describe("reading an Excel file", () => {
  it("reads shared, inline and rich text, numbers, truth values and empty cells", () => {
    const shared =
      "<si><t>name</t></si><si><r><t>Zo</t></r><r><t xml:space='preserve'>ë </t></r><rPh><t>zo</t></rPh></si>";
    const file = readPeople(
      xlsxOf(
        `<row r="4"><c r="B4" t="s"><v>0</v></c><c r="C4" t="inlineStr"><is><t>score</t></is></c><c r="D4" t="str"><v>yes &amp; no</v></c></row>
         <row r="6"><c r="B6" t="s"><v>1</v></c><c r="C6"><v>0.30000000000000004</v></c><c r="D6" t="b"><v>1</v></c></row>
         <row r="7"><c r="C7"><v>12.5</v></c><c r="D7" t="b"><v>0</v></c><c r="E7" t="inlineStr"><is><t> </t></is></c></row>`,
        { shared },
      ),
    );
    expect(namesOf(file)).toEqual(["column 1", "name", "score", "yes & no"]);
    expect(file.rows).toEqual([
      [null, "Zoë", "0.3", "TRUE"],
      [null, null, "12.5", "FALSE"],
    ]);
    expect(file).toMatchObject({ rowNumbers: [6, 7], skippedEmptyLines: 4, problems: [] });
    expect([...file.unread]).toEqual([]);
    expect(file.format).toMatchObject({ sheet: "People", hasHeader: true });
  });

  it("reads dates of both epochs as ISO dates, and the result of a formula as a value", () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="165" formatCode="[h]:mm"/><numFmt numFmtId="166" formatCode="0&quot; days&quot;"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs>`;
    const cells = (first: number) =>
      `<row><c t="inlineStr"><is><t>plain</t></is></c>${["a", "b", "c", "d", "e", "f", "g"].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join("")}</row>
       <row><c s="0"><f>40+2</f><v>42</v></c><c s="1"><v>${first}</v></c><c s="2"><v>45351</v></c><c s="3"><v>1.5</v></c><c s="4"><v>30</v></c><c s="5"><v>45351.75</v></c><c s="6"><v>0.25</v></c><c t="d"><v>2024-02-29T00:00:00</v></c></row>`;
    const read = (first: number, is1904 = false) =>
      readPeople(xlsxOf(cells(first), { styles, is1904 }), { hasHeader: true }).rows[0];
    expect(read(59)).toEqual([
      "42",
      "1900-02-28",
      "2024-02-29",
      "1.5",
      "30",
      "2024-02-29 18:00:00",
      "06:00:00",
      "2024-02-29",
    ]);
    expect(read(61)?.[1]).toBe("1900-03-01");
    expect(read(1462, true)?.slice(1, 3)).toEqual(["1908-01-02", "2028-03-01"]);
  });

  it("reports cells with an error or a formula without a result, unless the column is ignored", () => {
    const bytes = xlsxOf(
      `${rowOf(["name", "score", "note"])}${rowOf(["ann", 1, "x"])}
       <row><c t="inlineStr"><is><t>bob</t></is></c><c t="e"><v>#N/A</v></c></row>
       <row><c t="inlineStr"><is><t>cem</t></is></c><c><f>A1</f><v></v></c><c t="str"><f>""</f><v></v></c></row>`,
    );
    const columns = ["name", "score", "note"].map((name, source) => ignoredColumn(source, name));
    const [first, score, note] = columns;
    if (!first || !score || !note) throw new Error("three columns");
    const people = (role: "both" | "ignored") => ({
      format: {},
      withoutErrors: false,
      columns: [
        { ...first, role: "both" as const },
        { ...score, role, type: "number" as const, notation: "point" as const },
        { ...note, role: "both" as const },
      ],
    });
    const checked = preparePeople(bytes, people("both"));
    expect(checked.problems).toEqual([
      {
        row: 3,
        field: "score",
        message:
          "Sheet “People”, cell B3: found the error “#N/A”, expected a value. Correct the cell or empty it.",
      },
      {
        row: 4,
        field: "score",
        message:
          "Sheet “People”, cell B4: the formula has no stored result. Open the file in a spreadsheet program, save it and upload it again.",
      },
    ]);
    expect(checked.wrong).toEqual({ errorCount: 2, rowCount: 2, canBeLeftOut: true });
    expect(preparePeople(bytes, { ...people("both"), withoutErrors: true })).toMatchObject({ isReady: true });
    expect(preparePeople(bytes, people("ignored")).problems).toEqual([]);
  });

  it("reads the first visible sheet with a table, or the chosen one", () => {
    const sheets: Sheet[] = [
      { name: "Secret", state: "hidden", xml: table([["a"], ["b"], ["c"]]) },
      { name: "Cover", xml: table([["About this file"]]) },
      { name: "Wide", xml: table([[...Array(300).keys()]]) },
      { name: "People", xml: table([["age"], [31], [44]]) },
      { name: "Older", xml: table([["age"], [70]]) },
    ];
    const bytes = zipOf(xlsxParts(sheets));
    const file = readPeople(bytes);
    expect(file.format).toMatchObject({ sheet: "People" });
    expect(file.format).toHaveProperty("sheets.0", { name: "Secret", isHidden: true });
    expect(readPeople(bytes, { sheet: "Older" }).rows).toEqual([["70"]]);
    expect(readPeople(bytes, { sheet: "Secret", hasHeader: false }).rows).toHaveLength(3);
    expect(() => readPeople(bytes, { sheet: "Gone" })).toThrow("The file has no sheet “Gone”.");
    expect(() => readPeople(bytes, { sheet: "Wide" })).toThrow(
      "Sheet “Wide” has a filled cell to the right of column 200",
    );
  });

  it("warns about merged cells, whose value is in the first one", () => {
    const xml = `<sheetData>${rowOf(["town", "age"])}${rowOf(["Ulm", 31])}<row><c r="B3"><v>44</v></c></row></sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells>`;
    const file = readPeople(zipOf(xlsxParts([{ name: "People", xml }])));
    expect(file.rows).toEqual([
      ["Ulm", "31"],
      [null, "44"],
    ]);
    expect(file.warnings).toEqual([{ kind: "merged", row: 2, column: 1 }]);
  });

  it("reads a stored number with a decimal point, although in text it could mean thousands", () => {
    const guesses = (one: string | number) =>
      readPeople(xlsxOf(`${rowOf(["weight"])}${rowOf([one])}${rowOf(["2.345"])}`)).columns[0]?.guess;
    expect(guesses("1.234")?.notation).toBe("unclear");
    expect(guesses(1.234)?.notation).toBe("point");
  });
});

describe("reading an OpenDocument file", () => {
  const cell = (type: string, value: string, text = "") =>
    `<table:table-cell office:value-type="${type}" ${value}><text:p>${text}</text:p></table:table-cell>`;
  const word = (text: string) => cell("string", "", text);

  it("reads stored values, repeated cells and rows, but not notes or empty repetitions", () => {
    const file = readPeople(
      odsOf(
        `<table:table table:name="Old" table:style-name="h"><table:table-row>${word("x")}</table:table-row></table:table>
         <table:table table:name="People"><table:table-row>${["a", "b", "c", "d", "e"].map(word).join("")}<table:table-cell table:number-columns-repeated="16379"/></table:table-row>
         <table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="float" office:value="1.5" table:number-columns-repeated="2"><text:p>1,50</text:p></table:table-cell>${cell("date", `office:date-value="2024-02-29"`)}${cell("boolean", `office:boolean-value="true"`)}<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>two<text:s text:c="2"/><text:span>words</text:span></text:p></table:table-cell></table:table-row>
         <table:table-row><table:table-cell table:number-columns-spanned="2" office:value-type="percentage" office:value="0.125"/><table:covered-table-cell/><table:table-cell calcext:value-type="error" office:value-type="string" office:string-value=""><text:p>#REF!</text:p></table:table-cell><table:table-cell table:formula="of:=[.A1]"/></table:table-row>
         <table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`,
        `<style:style style:name="h"><style:table-properties table:display="false"/></style:style>`,
      ),
    );
    const twice = ["1.5", "1.5", "2024-02-29", "TRUE", "two  words"];
    expect(file.rows).toEqual([twice, twice, ["0.125", null, null, null, null]]);
    expect([...file.unread].map(({ describe: say }) => say())).toEqual([
      "Sheet “People”, cell C4: found the error “#REF!”, expected a value. Correct the cell or empty it.",
      "Sheet “People”, cell D4: the formula has no stored result. Open the file in a spreadsheet program, save it and upload it again.",
    ]);
    expect(file.warnings).toEqual([{ kind: "merged", row: 4, column: 1 }]);
    expect(file.format).toMatchObject({ sheet: "People", sheets: [{ isHidden: true }, { isHidden: false }] });
  });

  it("is refused with a password", () => {
    const bytes = zipOf({
      "content.xml": "not XML",
      "META-INF/manifest.xml":
        "<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>",
    });
    expect(() => readPeople(bytes)).toThrow("The file has a password");
  });
});
