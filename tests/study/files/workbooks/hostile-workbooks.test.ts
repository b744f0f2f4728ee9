import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { columnLimit, rowLimit } from "#server/study/file-limits.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { Archive } from "#server/study/files/workbooks/archive.ts";
import type { UnreadCell } from "#server/study/files/workbooks/unread-cells.ts";
import { fileOf, refusalOf } from "../reading/files.ts";
import { odsOf, type Parts, rowOf, xlsxOf, xlsxParts, zipOf } from "./written.ts";

const refusal = (bytes: Uint8Array) => refusalOf(() => readPeople(bytes)).message;
const people = xlsxParts([{ name: "People", xml: `<sheetData>${rowOf(["age"])}${rowOf([31])}</sheetData>` }]);
const withParts = (parts: Parts) => zipOf({ ...people, ...parts });
/** `npm run trial -- workbooks` tries a bomb and a sheet of full size, and a change of each byte. */
const isTrial = process.env.EVENHAND_TRIAL_WORKBOOKS !== undefined;
/** Measures the bytes in use after garbage collection. */
function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
const notWhole = "The file is not a whole Excel or OpenDocument file";

describe("a hostile workbook", () => {
  it("is refused as soon as it unpacks to more than the limit, even if it is small", () => {
    const limit = isTrial ? 200_000_000 : 2_000_000;
    const bomb = withParts({ "xl/sharedStrings.xml": `<sst>${" ".repeat(limit * 2)}</sst>` });
    expect(bomb.length).toBeLessThan(limit / 100);
    let unpacked = 0;
    const unpackAll = () => {
      for (const piece of new Archive(bomb, limit).text("xl/sharedStrings.xml")) unpacked += piece.length;
    };
    expect(refusalOf(unpackAll).message).toContain("Unpacked, the file has more than");
    expect(unpacked).toBeLessThanOrEqual(limit);
    if (isTrial) expect(refusal(bomb)).toContain("Unpacked, the file has more than 200,000,000 bytes.");
  });

  it("is refused for a million columns, too many rows, or a distant corner cell", () => {
    const wide = `Sheet “People” has a filled cell to the right of column ${columnLimit}`;
    expect(refusal(xlsxOf(`<row>${"<c><v>1</v></c>".repeat(1_000_000)}</row>`))).toContain(wide);
    expect(refusal(xlsxOf(`<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`))).toContain(wide);
    const repeated = (rows: number, columns: number) =>
      odsOf(
        `<table:table table:name="People"><table:table-row table:number-rows-repeated="${rows}"><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="${columns}"/></table:table-row></table:table>`,
      );
    expect(refusal(repeated(1, 1e9))).toContain(wide);
    expect(refusal(repeated(1e9, 1))).toContain("more than 100,000 rows");
    expect(refusal(repeated(rowLimit + 1, 1))).toContain("The file has 100,001 rows");
    expect(readPeople(repeated(rowLimit, 1)).rows).toHaveLength(rowLimit);
    if (isTrial) expect(refusal(repeated(rowLimit, 60))).toContain("more than 5,000,000 filled cells");
    expect(refusal(xlsxOf(rowOf(["x".repeat(10_001)])))).toContain("10,000 characters in cell A1");
  });

  it("stores little of each error cell, and still knows each row", () => {
    const rowCount = isTrial ? rowLimit : 5_000;
    const errors = `<row>${`<c t="e"><v>#N/A</v></c>`.repeat(49)}<c t="e"><v>#REF!</v></c></row>`;
    const bytes = xlsxOf(errors.repeat(rowCount));
    const before = heapBytes();
    const { unread, rows } = readPeople(bytes, { hasHeader: false });
    const each = (heapBytes() - before) / (rowCount * 50);
    if (isTrial) console.log(`${each.toFixed(0)} bytes for each of ${rowCount * 50} errors`);
    // The table itself has 8 for each cell.
    expect(each).toBeLessThan(40);
    expect(rows).toHaveLength(rowCount);
    let last: UnreadCell | undefined;
    for (const cell of unread) last = cell;
    expect(last).toMatchObject({ row: rowCount, column: 49 });
    expect(last?.describe()).toContain(`cell AX${rowCount}: found the error “#REF!”`);
    const words = Array.from({ length: 120 }, (_, index) => `<row><c t="e"><v>#E${index}</v></c></row>`);
    const found = [...readPeople(xlsxOf(words.join("")), { hasHeader: false }).unread].map(
      ({ describe: say }) => say(),
    );
    expect([found[98], found[119]]).toEqual([
      expect.stringContaining("“#E98”"),
      expect.stringContaining("“…”"),
    ]);
  });

  it("is refused for entities, and resolves none", () => {
    const doctype = `<!DOCTYPE sst [<!ENTITY a SYSTEM "file:///etc/passwd">]><sst><si><t>&a;</t></si></sst>`;
    expect(refusal(withParts({ "xl/sharedStrings.xml": doctype }))).toContain("defines XML entities");
    expect(refusal(withParts({ "xl/sharedStrings.xml": "<sst><si><t>&a;</t></si></sst>" }))).toContain(
      notWhole,
    );
  });

  it("is refused if it is truncated, changed, or refers to missing parts", () => {
    const whole = zipOf(people);
    for (const length of [4, 60, whole.length - 30, whole.length - 1]) {
      expect(refusal(whole.subarray(0, length))).toContain(notWhole);
    }
    for (let at = 4; at < whole.length; at += isTrial ? 1 : 17) {
      const changed = Uint8Array.from(whole, (byte, index) => (index === at ? byte ^ 0xff : byte));
      try {
        expect(readPeople(changed).rows).toEqual([["31"]]);
      } catch {
        expect(refusal(changed)).not.toBe("");
      }
    }
    const { "xl/worksheets/sheet0.xml": _, ...without } = people;
    expect(refusal(zipOf(without))).toContain(notWhole);
    expect(refusal(withParts({ "xl/worksheets/sheet0.xml": "<a>".repeat(200) }))).toContain(notWhole);
    expect(refusal(withParts({ "xl/worksheets/sheet0.xml": "<worksheet><row>" }))).toContain(notWhole);
  });

  it("is refused for a wrong checksum", () => {
    const bytes = Buffer.from(xlsxOf(rowOf(["age"])));
    const list = bytes.lastIndexOf("xl/worksheets/sheet0.xml") - 46;
    bytes.writeUInt32LE(bytes.readUInt32LE(list + 16) ^ 1, list + 16);
    expect(refusal(bytes)).toContain(notWhole);
  });

  it("cannot refer to a file outside, whatever its parts are called", () => {
    const target = (path: string) =>
      withParts({
        "../../etc/passwd": "secret",
        "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="s0" Type="x/worksheet" Target="${path}"/></Relationships>`,
      });
    expect(refusal(target("../../../etc/passwd"))).toContain(notWhole);
    expect(refusal(target("/etc/passwd"))).toContain(notWhole);
    expect(refusal(target("file:///etc/passwd"))).toContain(notWhole);
  });

  it("is refused with a password, as an old Excel file, and as a different zip file", () => {
    const locked = Buffer.from(zipOf(people));
    locked.writeUInt16LE(1, locked.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8);
    expect(refusal(locked)).toContain("The file has a password");
    expect(refusal(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1))).toContain(
      "older Excel file",
    );
    expect(refusal(zipOf({ "a.txt": "a" }))).toContain("a zip file, but not an Excel");
  });

  it("reads macros, formulas and links as text or ignores them", () => {
    const parts = {
      "xl/vbaProject.bin": "macro",
      "xl/externalLinks/externalLink1.xml": "<!DOCTYPE x>",
      "xl/worksheets/sheet0.xml": `<worksheet><sheetData>${rowOf(["name"])}<row><c t="str"><f>HYPERLINK("http://example.org")</f><v>=1+1</v></c></row></sheetData></worksheet>`,
    };
    expect(readPeople(withParts(parts)).rows).toEqual([["=1+1"]]);
    expect(readPeople(fileOf("name\n=1+1\n")).rows).toEqual([["=1+1"]]);
  });
});
