import { type Archive, broken } from "./archive.ts";
import { readXml, type XmlAttributes } from "./read-xml.ts";
import type { SheetCell, SheetTable, Workbook } from "./sheet-table.ts";
import { isoToText, plainNumber } from "./stored-values.ts";

const content = "content.xml";

/** Opens an OpenDocument spreadsheet. @throws DomainError "bad-input" if it is broken */
export function openOds(archive: Archive): Workbook {
  const sheets: Workbook["sheets"][number][] = [];
  const hidden = new Set<string>();
  let style = "";
  readXml(archive, content, {
    open(name, attributes) {
      if (name === "style:style") style = attributes["style:name"] ?? "";
      if (name === "style:table-properties" && attributes["table:display"] === "false") hidden.add(style);
      if (name !== "table:table") return;
      const isHidden = hidden.has(attributes["table:style-name"] ?? "");
      sheets.push({ name: attributes["table:name"] ?? "", isHidden });
    },
  });
  return { sheets, read: (index, table) => readSheet(archive, index, table) };
}

/** Reads one sheet. Rows and cells that repeat are written out only where they are filled, up to the limits. */
function readSheet(archive: Archive, sheet: number, table: SheetTable): void {
  const path: string[] = [];
  let index = -1;
  let row = 1;
  let column = 1;
  let rowRepeats = 1;
  let rowCells: Parameters<SheetTable["put"]>[] = [];
  let cell: XmlAttributes = {};
  let paragraphs: string[] = [];
  readXml(archive, content, {
    open(name, attributes) {
      path.push(name);
      if (name === "table:table") index += 1;
      if (index !== sheet) return;
      if (name === "table:table-row") {
        rowRepeats = repeats(attributes["table:number-rows-repeated"]);
        rowCells = [];
        column = 1;
      } else if (isCell(name)) {
        cell = attributes;
        paragraphs = [];
      } else if (name === "text:p" && isCell(path.at(-2))) paragraphs.push("");
      else if (name === "text:s") append(" ".repeat(Math.min(repeats(attributes["text:c"]), longestSpace)));
      else if (name === "text:line-break") append("\n");
      else if (name === "text:tab") append("\t");
    },
    text: append,
    close(name) {
      path.pop();
      if (index !== sheet) return;
      if (isCell(name)) takeCell();
      else if (name === "table:table-row") {
        for (let each = 1; each < rowRepeats && rowCells.length > 0; each += 1) {
          for (const [, ...rest] of rowCells) table.put(row + each, ...rest);
        }
        row += rowRepeats;
      }
    },
  });

  /** Adds text to the last paragraph of the cell. Notes and drawings, which have paragraphs too, are left out. */
  function append(text: string): void {
    const last = paragraphs.length - 1;
    const parent = path[path.lastIndexOf("text:p") - 1];
    if (index === sheet && last >= 0 && path.includes("text:p") && isCell(parent)) paragraphs[last] += text;
  }

  function takeCell(): void {
    const found = contentOf(cell, paragraphs.join("\n"));
    const times = repeats(cell["table:number-columns-repeated"]);
    if (found !== "") {
      if (isMerged(cell)) table.merge(row, column);
      const isNumber = numberTypes.has(cell["office:value-type"] ?? "");
      for (let each = 0; each < times; each += 1) {
        table.put(row, column + each, found, isNumber);
        rowCells.push([row, column + each, found, isNumber]);
      }
    }
    column += times;
  }
}

const longestSpace = 1_000;
const numberTypes = new Set(["float", "percentage", "currency"]);

function isCell(name: string | undefined): boolean {
  return name === "table:table-cell" || name === "table:covered-table-cell";
}

function isMerged(cell: XmlAttributes): boolean {
  return repeats(cell["table:number-columns-spanned"]) * repeats(cell["table:number-rows-spanned"]) > 1;
}

function repeats(count: string | undefined): number {
  const times = Number(count ?? "1");
  return Number.isSafeInteger(times) && times > 0 ? times : broken();
}

/** Returns the content of a cell: the result of a formula as the spreadsheet stored it, a number without rounding. */
function contentOf(cell: XmlAttributes, text: string): SheetCell {
  if (cell["calcext:value-type"] === "error") return { why: "error", found: text };
  const type = cell["office:value-type"];
  if (type === undefined) return cell["table:formula"] === undefined ? text : { why: "formula", found: "" };
  if (numberTypes.has(type)) return plainNumber(cell["office:value"] ?? "");
  if (type === "date") return isoToText(cell["office:date-value"] ?? "");
  if (type === "boolean") return (cell["office:boolean-value"] ?? "").toUpperCase();
  return cell["office:string-value"] ?? text;
}
