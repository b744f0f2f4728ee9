import { type Zippable, zipSync } from "fflate";

/** The parts of a workbook by name, as text. */
export type Parts = Readonly<Record<string, string>>;

export function zipOf(parts: Parts): Uint8Array {
  const files: Zippable = {};
  for (const [name, text] of Object.entries(parts)) files[name] = new TextEncoder().encode(text);
  return zipSync(files);
}

const typesOfOffice = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${typesOfOffice}/${type}" Target="${target}"/>`;
const relations = (list: string) => `<Relationships>${list}</Relationships>`;

export type Sheet = { readonly name: string; readonly state?: string; readonly xml: string };

/** Makes the parts of an Excel file; `xml` of a sheet is the content of its root element. */
export function xlsxParts(
  sheets: readonly Sheet[],
  { shared = "", styles = "", is1904 = false }: { shared?: string; styles?: string; is1904?: boolean } = {},
): Parts {
  const listed = sheets.map(({ name, state = "visible" }, index) => {
    return `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="s${index}"/>`;
  });
  const own = sheets.map((_, index) => relation(`s${index}`, "worksheet", `worksheets/sheet${index}.xml`));
  return {
    "_rels/.rels": relations(relation("book", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<workbook xmlns:r="${typesOfOffice}"><workbookPr date1904="${is1904}"/><sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      own.join("") +
        relation("texts", "sharedStrings", "sharedStrings.xml") +
        relation("styles", "styles", "/xl/styles.xml"),
    ),
    "xl/sharedStrings.xml": `<sst>${shared}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ xml }, index) => [`xl/worksheets/sheet${index}.xml`, `<worksheet>${xml}</worksheet>`]),
    ),
  };
}

/** Makes an Excel file with one sheet, "People", of these rows. */
export function xlsxOf(rows: string, options = {}): Uint8Array {
  return zipOf(xlsxParts([{ name: "People", xml: `<sheetData>${rows}</sheetData>` }], options));
}

/** Makes a row of texts and numbers. */
export function rowOf(cells: readonly (string | number)[]): string {
  const written = cells.map((cell) =>
    typeof cell === "number" ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
  );
  return `<row>${written.join("")}</row>`;
}

/** Makes an OpenDocument file; `tables` are its sheets, `styles` its automatic styles. */
export function odsOf(tables: string, styles = ""): Uint8Array {
  return zipOf({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });
}
