import { describe, expect, it } from "vitest";
import { formatOf } from "#server/study/files/reading/detect-format.ts";
import { decodeFile } from "#server/study/files/reading/encoding.ts";
import type { FormatChoices } from "#server/study/reading.ts";
import { fileOf, numberedHeader, quotedWithHeader, refusalOf, tabbedWithoutHeader, utf16 } from "./files.ts";

const detectFormat = (bytes: Uint8Array, choices: FormatChoices = {}) =>
  formatOf(decodeFile(bytes, choices.encoding), choices);

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const people = "name;city\nZoë;Zürich\nAnn;Basel\n";

describe("the encoding of a file", () => {
  it("is UTF-8 with or without byte order mark", () => {
    expect(detectFormat(fileOf(people))).toMatchObject({
      encoding: "utf-8",
      hasByteOrderMark: false,
      guesses: [],
    });
    expect(detectFormat(fileOf(`\ufeff${people}`))).toMatchObject({
      encoding: "utf-8",
      hasByteOrderMark: true,
    });
  });

  it("is UTF-16 of either order by its byte order mark", () => {
    expect(detectFormat(utf16(people, "le"))).toMatchObject({ encoding: "utf-16le", hasByteOrderMark: true });
    expect(detectFormat(utf16(people, "be"))).toMatchObject({ encoding: "utf-16be", delimiter: ";" });
  });

  it("is windows-1252 with a warning if UTF-8 is invalid", () => {
    const format = detectFormat(latin1(people));
    expect(format).toMatchObject({ encoding: "windows-1252", hasByteOrderMark: false });
    expect(format.guesses).toEqual(["notUtf8"]);
  });

  it("is the operator's choice, if the bytes allow it", () => {
    expect(detectFormat(fileOf(people), { encoding: "windows-1252" }).guesses).toEqual([]);
    const refusal = refusalOf(() => detectFormat(latin1(people), { encoding: "utf-8" }));
    expect(refusal.message).toBe("The file is not valid UTF-8. Save it as UTF-8 and upload that file.");
  });

  it("is refused if the byte order mark contradicts it", () => {
    const half = utf16(people, "le").slice(0, -1);
    expect(refusalOf(() => detectFormat(half)).message).toContain("not valid UTF-16LE");
    const loneSurrogate = Uint8Array.of(0xff, 0xfe, 0x3d, 0xd8, 0x41, 0x00);
    expect(refusalOf(() => detectFormat(loneSurrogate)).message).toContain("not valid UTF-16LE");
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...latin1(people)]);
    expect(refusalOf(() => detectFormat(marked)).message).toContain("not valid UTF-8");
  });

  it("is refused with a NUL character and its line, and for binary files", () => {
    expect(refusalOf(() => detectFormat(fileOf("a,b\n1,\0\n")))).toMatchObject({
      message: expect.stringContaining("line 2 contains a NUL character"),
      problems: [{ row: 2 }],
    });
    const unmarked = utf16(people, "le").slice(2);
    expect(refusalOf(() => detectFormat(unmarked)).message).toContain("not readable as text");
    expect(refusalOf(() => detectFormat(Uint8Array.of(0x50, 0x4b, 3, 4, 0))).message).toContain(
      "Save it as CSV",
    );
    expect(refusalOf(() => detectFormat(new Uint8Array())).message).toBe("The file is empty (0 bytes).");
  });
});

describe("the delimiter of a file", () => {
  it.each(["\t", ",", ";", "|"] as const)("is found: %j", (delimiter) => {
    const text = ["name,x;y", "a b", "1|2"].map((cell) => `"${cell}"${delimiter}2${delimiter}3`).join("\r\n");
    expect(detectFormat(fileOf(text))).toMatchObject({ delimiter, quote: '"' });
  });

  it("is the one that gives all rows equal length, not the most frequent one", () => {
    expect(detectFormat(fileOf("who;words\nann;a, b, c, d\nbob;a, b\ncat;c\n")).delimiter).toBe(";");
  });

  it("is not searched inside quotes", () => {
    expect(detectFormat(fileOf('n;w\n1;"b,c,d"\n2;"e,f,g"\n')).delimiter).toBe(";");
  });

  it("is the one next to quotes, if another splits the rows as evenly", () => {
    const rows = ["number;name, place", '1;"Zoë, Zürich"', '2;"Ann, Basel"'].join("\n");
    expect(detectFormat(fileOf(rows))).toMatchObject({ delimiter: ";", quote: '"' });
  });

  it("does not matter in a file with one column", () => {
    expect(detectFormat(fileOf("age\n31\n44\n"))).toMatchObject({ delimiter: ",", hasHeader: true });
  });

  it("is found next to inch marks, which are read as text with a warning", () => {
    const format = detectFormat(fileOf('size\tname\n5" pipe\tx\n6"\ty\n'));
    expect(format).toMatchObject({ delimiter: "\t", quote: null });
    expect(format.guesses).toEqual(["quotesAreLetters"]);
  });

  it("is the operator's choice", () => {
    const choices = { delimiter: "|", quote: null, hasHeader: false } as const;
    expect(detectFormat(fileOf("a,b\n1,2\n"), choices)).toMatchObject({ ...choices, guesses: [] });
  });
});

describe("the header of a file", () => {
  it("is missing if the first row has repeated codes and numbers above numbers", () => {
    expect(detectFormat(fileOf(tabbedWithoutHeader))).toMatchObject({
      delimiter: "\t",
      hasHeader: false,
      headerReason: { why: "repeated", row: 2, column: 1, cell: "A11" },
    });
    expect(detectFormat(fileOf("1,2\n3,4\n"))).toMatchObject({
      hasHeader: false,
      headerReason: { why: "number", row: 1, column: 1, cell: "1" },
    });
  });

  it("is present if words are above numbers", () => {
    expect(detectFormat(fileOf(quotedWithHeader))).toMatchObject({
      delimiter: ",",
      hasHeader: true,
      headerReason: { why: "aboveNumbers", row: 1, column: 1, cell: "Eval 1" },
    });
  });

  it("is present if numbers are above repeated phrases", () => {
    expect(detectFormat(fileOf(numberedHeader)).hasHeader).toBe(true);
    const withoutFirst = numberedHeader.replaceAll(/^[^,]*,/gm, "");
    expect(detectFormat(fileOf(withoutFirst))).toMatchObject({
      hasHeader: true,
      headerReason: { why: "aboveWords", row: 1, column: 1, cell: "1" },
    });
  });

  it("quotes a cell that supports the guess, not one against it", () => {
    const rows = ["x,b,c,d", "x,1,u,u", "y,1,v,v", "x,1,u,u", "y,1,v,v"].join("\n");
    expect(detectFormat(fileOf(rows))).toMatchObject({ hasHeader: true, headerReason: { column: 2 } });
  });

  it("is guessed from its own cells if the cells below are no evidence", () => {
    expect(detectFormat(fileOf("name,city\nAnn,Basel\nBob,Bern\n")).hasHeader).toBe(true);
    expect(detectFormat(fileOf("name,name\nAnn,Basel\nBob,Bern\n")).hasHeader).toBe(false);
    expect(detectFormat(fileOf("name,\nAnn,Basel\nBob,Bern\n")).hasHeader).toBe(false);
    expect(detectFormat(fileOf("\n\n")).headerReason).toEqual({ why: "noNames" });
  });

  it("treats numbers with leading zeros as codes", () => {
    const format = detectFormat(fileOf("00123,Ann\n00124,Bob\n00125,Cat\n"));
    expect(format.headerReason.why).not.toBe("number");
  });

  it("is the operator's choice", () => {
    expect(detectFormat(fileOf("1,2\n3,4\n"), { hasHeader: true })).toMatchObject({
      hasHeader: true,
      headerReason: { why: "chosen" },
    });
  });

  it("is guessed from the beginning of a long file, cut at a line", () => {
    const long = `id,note\n${Array.from({ length: 20_000 }, (_, id) => `${id},"a\nb"`).join("\n")}\n`;
    expect(detectFormat(fileOf(long))).toMatchObject({ delimiter: ",", quote: '"', hasHeader: true });
    expect(detectFormat(fileOf("x".repeat(100_000))).delimiter).toBe(",");
  });
});
