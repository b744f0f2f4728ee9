import { posix } from "node:path";
import * as t from "#messages/fileProblems.ts";
import { refuse } from "../limits.ts";
import { type Archive, broken } from "./archive.ts";
import { readXml, type XmlAttributes } from "./read-xml.ts";
import type { SheetCell, SheetTable, Workbook } from "./sheet-table.ts";
import { isDateFormat, isoToText, plainNumber, serialToText } from "./stored-values.ts";

/** Opens an Excel workbook. @throws DomainError "bad-input" if it is broken */
export function openXlsx(archive: Archive): Workbook {
  const main = relations(archive, "").find(({ type }) => type === "officeDocument")?.target ?? broken();
  if (main.endsWith(".bin")) refuse({ message: t.notWorkbook() });
  const parts = relations(archive, main);
  let is1904 = false;
  const sheets: (Workbook["sheets"][number] & { readonly part: string })[] = [];
  readXml(archive, main, {
    open(name, attributes) {
      if (local(name) === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
      if (local(name) !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => local(key) === "id" && key !== "id")?.[1];
      const target = parts.find((part) => part.id === id);
      if (target?.type !== "worksheet") return;
      const isHidden = (attributes.state ?? "visible") !== "visible";
      sheets.push({ name: attributes.name ?? "", isHidden, part: target.target });
    },
  });
  const partOf = (type: string) => parts.find((part) => part.type === type)?.target;
  const texts = readTexts(archive, partOf("sharedStrings"));
  const dates = readDateStyles(archive, partOf("styles"));
  return {
    sheets,
    read: (index, table) =>
      readSheet(archive, sheets[index]?.part ?? broken(), { texts, dates, is1904 }, table),
  };
}

type Relation = { readonly id: string; readonly type: string; readonly target: string };

/** Lists the parts to which a part refers. References to other files are left out. */
function relations(archive: Archive, part: string): Relation[] {
  const list = posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);
  const found: Relation[] = [];
  readXml(archive, list, {
    open(name, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) {
      if (local(name) !== "Relationship" || mode === "External") return;
      const path = posix.join("/", posix.dirname(part), target).slice(1);
      const absolute = target.startsWith("/") ? posix.normalize(target).slice(1) : path;
      found.push({ id, type: posix.basename(type), target: absolute });
    },
  });
  return found;
}

/** Returns a name without its prefix, which each program chooses itself. */
function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Reads the texts that cells share; text in parts is joined, and help to pronounce it left out. */
function readTexts(archive: Archive, part: string | undefined): string[] {
  const texts: string[] = [];
  if (part === undefined) return texts;
  let text = "";
  let isText = false;
  let isHelp = false;
  readXml(archive, part, {
    open(name) {
      const element = local(name);
      if (element === "si") text = "";
      if (element === "rPh") isHelp = true;
      isText = element === "t" && !isHelp;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      const element = local(name);
      if (element === "si") texts.push(text);
      if (element === "rPh") isHelp = false;
      isText = false;
    },
  });
  return texts;
}

/** Reads which styles of cells show numbers as dates. */
function readDateStyles(archive: Archive, part: string | undefined): boolean[] {
  const styles: boolean[] = [];
  if (part === undefined) return styles;
  const codes = new Map<number, string>();
  let isOfCells = false;
  readXml(archive, part, {
    open(name, { numFmtId: id = "0", formatCode: code = "" }) {
      const element = local(name);
      if (element === "numFmt") codes.set(Number(id), code);
      if (element === "cellXfs") isOfCells = true;
      if (element === "xf" && isOfCells) styles.push(isDateFormat(Number(id), codes.get(Number(id))));
    },
    close(name) {
      if (local(name) === "cellXfs") isOfCells = false;
    },
  });
  return styles;
}

type Book = {
  readonly texts: readonly string[];
  readonly dates: readonly boolean[];
  readonly is1904: boolean;
};

function readSheet(archive: Archive, part: string, book: Book, table: SheetTable): void {
  let row = 0;
  let column = 0;
  let cell: XmlAttributes = {};
  let value = "";
  let isFormula = false;
  let isText = false;
  let isHelp = false;
  readXml(archive, part, {
    open(name, attributes) {
      const element = local(name);
      if (element === "row") {
        row = after(row, attributes.r);
        column = 0;
      } else if (element === "c") {
        cell = attributes;
        column = cell.r === undefined ? column + 1 : columnOf(cell.r);
        value = "";
        isFormula = false;
      } else if (element === "f") isFormula = true;
      else if (element === "rPh") isHelp = true;
      else if (element === "mergeCell") mergeAt(table, attributes.ref ?? "");
      isText = element === "v" || (element === "t" && !isHelp);
    },
    text(piece) {
      if (isText) value += piece;
    },
    close(name) {
      const element = local(name);
      if (element === "c")
        table.put(row, column, contentOf(cell, value, isFormula, book), isNumber(cell, book));
      if (element === "rPh") isHelp = false;
      isText = false;
    },
  });
}

/** Returns the row's number, which is above that of the row before it. */
function after(row: number, given: string | undefined): number {
  const next = given === undefined ? row + 1 : Number(given);
  return Number.isSafeInteger(next) && next > row ? next : broken();
}

const longestName = 3;

function columnOf(reference: string): number {
  const [letters = ""] = /^[A-Z]+/.exec(reference) ?? [];
  if (letters === "" || letters.length > longestName) broken();
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function mergeAt(table: SheetTable, reference: string): void {
  const [, first = "A1"] = /^([A-Z]+\d+)/.exec(reference) ?? [];
  table.merge(Number(first.replace(/^\D+/, "")), columnOf(first));
}

function isNumber({ t: type = "n", s: style = "0" }: XmlAttributes, { dates }: Book): boolean {
  return type === "n" && !dates[Number(style)];
}

/** Returns the content of a cell: the result of a formula as the spreadsheet stored it, a number without rounding. */
function contentOf(
  { t: type = "n", s: style = "0" }: XmlAttributes,
  value: string,
  isFormula: boolean,
  book: Book,
): SheetCell {
  if (type === "e") return { why: "error", found: value };
  if (type === "s") return value === "" ? "" : (book.texts[Number(value)] ?? broken());
  if (type === "str" || type === "inlineStr") return value;
  if (value === "") return isFormula ? { why: "formula", found: "" } : "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type === "d") return isoToText(value);
  const date = book.dates[Number(style)] ? serialToText(Number(value), book.is1904) : null;
  return date ?? plainNumber(value);
}
