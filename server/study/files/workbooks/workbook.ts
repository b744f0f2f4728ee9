import * as t from "#messages/fileProblems.ts";
import { isDomainError } from "#server/errors.ts";
import { refuse } from "../limits.ts";
import { Archive } from "./archive.ts";
import { openOds } from "./ods.ts";
import { readXml } from "./read-xml.ts";
import { type ReadSheet, SheetTable, type Workbook } from "./sheet-table.ts";
import { openXlsx } from "./xlsx.ts";

/** Sheets that are tried until one of them can be read as a table. */
const triedSheets = 5;
/** Sheets of one file. */
const sheetLimit = 200;

/** Checks for the first bytes of a zip file or of an older Office file. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return isZip(bytes) || isOldOffice(bytes);
}

/**
 * Reads one sheet of an Excel or OpenDocument file. Macros, charts and other files that it refers to are not read.
 *
 * @param chosen the name of the sheet; otherwise the first visible one with two filled rows
 * @throws DomainError "bad-input" if the file or the sheet cannot be read, or is too large
 */
export function readWorkbook(
  bytes: Uint8Array,
  chosen: string | undefined,
): ReadSheet & { readonly name: string; readonly sheets: Workbook["sheets"] } {
  if (isOldOffice(bytes)) refuse({ message: t.lockedWorkbook() });
  const book = openWorkbook(new Archive(bytes));
  if (book.sheets.length > sheetLimit) refuse({ message: t.tooManySheets({ limit: sheetLimit }) });
  const { index, sheet } = chosen === undefined ? firstTable(book) : chosenTable(book, chosen);
  const sheets = book.sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  return { ...sheet, name: nameOf(book, index), sheets };
}

function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x50, 0x4b, 3, 4]);
}

/** Older Excel files begin like this, and so do new ones with a password. */
function isOldOffice(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

const manifest = "META-INF/manifest.xml";

function openWorkbook(archive: Archive): Workbook {
  if (archive.has("_rels/.rels")) return openXlsx(archive);
  if (!archive.has("content.xml")) refuse({ message: t.notWorkbook() });
  if (archive.has(manifest)) {
    readXml(archive, manifest, {
      open: (name) => {
        if (name === "manifest:encryption-data") refuse({ message: t.lockedWorkbook() });
      },
    });
  }
  return openOds(archive);
}

type Read = { readonly index: number; readonly sheet: ReadSheet };

function chosenTable(book: Workbook, name: string): Read {
  const index = book.sheets.findIndex((sheet) => sheet.name === name);
  if (index === -1) refuse({ message: t.noSheet({ sheet: name }) });
  return { index, sheet: readSheet(book, index) };
}

/** @throws DomainError "bad-input" if no sheet is a table: the reason against the first of them */
function firstTable(book: Workbook): Read {
  let reason: unknown;
  let first: Read | undefined;
  for (const index of visibleSheets(book).slice(0, triedSheets)) {
    try {
      const sheet = readSheet(book, index);
      if (sheet.records.length > 1) return { index, sheet };
      first ??= { index, sheet };
    } catch (error) {
      if (!isDomainError(error)) throw error;
      reason ??= error;
    }
  }
  if (reason !== undefined) throw reason;
  return first ?? refuse({ message: t.noRows({ hasHeader: false }) });
}

function visibleSheets({ sheets }: Workbook): number[] {
  return sheets.flatMap(({ isHidden }, index) => (isHidden ? [] : [index]));
}

function readSheet(book: Workbook, index: number): ReadSheet {
  const table = new SheetTable(nameOf(book, index));
  book.read(index, table);
  return table.done();
}

function nameOf({ sheets }: Workbook, index: number): string {
  return sheets[index]?.name ?? "";
}
