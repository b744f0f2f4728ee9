import type { CellValue, TableColumn, TableDefinition, TableRow } from "../base/table.ts";

/** Rows of one sheet below its header. */
export const sheetRowLimit = 1_048_575;
/** Characters of one cell; a longer text is cut. */
const cellLimit = 32_767;

const office = "http://schemas.openxmlformats.org";
const types = `${office}/officeDocument/2006/relationships`;
const main = `xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${types}"`;
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const content = "application/vnd.openxmlformats-officedocument.spreadsheetml";

type WorkbookPart = { readonly name: string; readonly pieces: AsyncIterable<string> | Iterable<string> };

/**
 * Yields the parts of an Excel file with one sheet per table, to be zipped in this order. A text is a text even where it
 * begins like a formula; times are ISO 8601 in UTC.
 *
 * @param rowsOf makes the rows of a table
 */
export function* workbookParts(
  tables: readonly TableDefinition[],
  rowsOf: (table: TableDefinition) => AsyncIterable<TableRow>,
): Generator<WorkbookPart> {
  const each = (write: (name: string, number: number) => string) =>
    tables.map(({ name }, index) => write(name, index + 1)).join("");
  const sheetTypes = each((_, number) => override(`worksheets/sheet${number}.xml`, "worksheet"));
  yield part(
    "[Content_Types].xml",
    `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override("workbook.xml", "sheet.main")}${sheetTypes}</Types>`,
  );
  yield part("_rels/.rels", relationships(relationship(1, "officeDocument", "xl/workbook.xml")));
  const sheets = each((name, number) => `<sheet name="${name}" sheetId="${number}" r:id="r${number}"/>`);
  yield part("xl/workbook.xml", `<workbook ${main}><sheets>${sheets}</sheets></workbook>`);
  const parts = each((_, number) => relationship(number, "worksheet", `worksheets/sheet${number}.xml`));
  yield part("xl/_rels/workbook.xml.rels", relationships(parts));
  for (const [index, table] of tables.entries()) {
    const pieces = sheetPieces(table.columns, rowsOf(table));
    yield { name: `xl/worksheets/sheet${index + 1}.xml`, pieces };
  }
}

function part(name: string, xml: string): WorkbookPart {
  return { name, pieces: [declaration + xml] };
}

function override(name: string, type: string): string {
  return `<Override PartName="/xl/${name}" ContentType="${content}.${type}+xml"/>`;
}

function relationships(list: string): string {
  return `<Relationships xmlns="${office}/package/2006/relationships">${list}</Relationships>`;
}

function relationship(number: number, type: string, target: string): string {
  return `<Relationship Id="r${number}" Type="${types}/${type}" Target="${target}"/>`;
}

async function* sheetPieces(
  columns: readonly TableColumn[],
  rows: AsyncIterable<TableRow>,
): AsyncGenerator<string> {
  yield `${declaration}<worksheet ${main}><sheetData>${rowXml(columns.map(({ name }) => name))}`;
  for await (const row of rows) {
    yield rowXml(row.map((cell, index) => (columns[index]?.type === "time" ? timeOf(cell) : cell)));
  }
  yield "</sheetData></worksheet>";
}

function timeOf(cell: CellValue): CellValue {
  return typeof cell === "number" ? new Date(cell).toISOString() : cell;
}

function rowXml(cells: readonly CellValue[]): string {
  return `<row>${cells.map(cellXml).join("")}</row>`;
}

function cellXml(cell: CellValue): string {
  if (cell === null) return "<c/>";
  if (typeof cell === "boolean") return `<c t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === "number" && Number.isFinite(cell)) return `<c><v>${cell}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(String(cell).slice(0, cellLimit))}</t></is></c>`;
}

/** Escapes a text for XML; characters that XML cannot hold become U+FFFD. */
function escaped(text: string): string {
  const valid = text.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, "\ufffd");
  return valid.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
