import type { ColumnType } from "./base/table.ts";
import type { DataDescription, WrittenFile } from "./described.ts";
import type { TableDictionary } from "./dictionary.ts";

const dataTypes: Readonly<Record<ColumnType, string>> = {
  text: "sc:Text",
  integer: "sc:Integer",
  number: "sc:Float",
  boolean: "sc:Boolean",
  time: "sc:DateTime",
};

const encodingFormats: Readonly<Record<string, string>> = {
  csv: "text/csv",
  parquet: "application/vnd.apache.parquet",
  vw: "text/plain",
  npz: "application/zip",
  md: "text/markdown",
};

/**
 * Describes the files of a study's data as a Croissant 1.0 description (JSON-LD), so that tools for data sets find
 * files, columns, types and meanings. Files are referenced by the names under which they are saved, so description and
 * files belong in one folder. If a table exists in two formats, the fields refer to the Parquet file.
 */
export function croissantOf({ study, head, tables, files }: DataDescription): object {
  const fileOf = (table: string) =>
    files.find(({ name }) => name === `${table}.parquet`) ??
    files.find(({ name }) => name === `${table}.csv`);
  return {
    "@context": context,
    "@type": "sc:Dataset",
    conformsTo: "http://mlcommons.org/croissant/1.0",
    name: `evenhand_${study.replaceAll("-", "_")}`,
    description: `Decisions about people, learned from one-sided feedback and kept individually fair by a panel: study ${study} up to entry ${head.seq} of its log, head ${head.hash}.`,
    license: "None is granted here: the operator of the study says who may use the data, and for what.",
    url: `urn:uuid:${study}`,
    creator: { "@type": "sc:Organization", name: `The operators of study ${study}` },
    datePublished: new Date(head.at).toISOString(),
    version: `1.0.${head.seq}`,
    distribution: files.map(fileObjectOf),
    recordSet: tables.flatMap((table) => {
      const file = fileOf(table.name);
      return file === undefined ? [] : [recordSetOf(table, file.name)];
    }),
  };
}

function fileObjectOf({ name, savedAs, bytes, sha256 }: WrittenFile): object {
  return {
    ...{ "@type": "cr:FileObject", "@id": name, name: savedAs, contentUrl: savedAs },
    ...{ contentSize: `${bytes} B`, encodingFormat: formatOf(name), sha256 },
  };
}

function formatOf(name: string): string | undefined {
  return encodingFormats[name.split(".").at(-1) ?? ""];
}

function recordSetOf({ name, about, columns }: TableDictionary, file: string): object {
  return {
    ...{ "@type": "cr:RecordSet", "@id": name, name, description: about },
    field: columns.map((column) => ({
      ...{ "@type": "cr:Field", "@id": `${name}/${column.name}`, name: column.name },
      description: column.unit === undefined ? column.about : `${column.about} Unit: ${column.unit}.`,
      dataType: dataTypes[column.type],
      source: { fileObject: { "@id": file }, extract: { column: column.name } },
    })),
  };
}

/** The used part of the format's context. */
const context = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  column: "cr:column",
  conformsTo: "dct:conformsTo",
  cr: "http://mlcommons.org/croissant/",
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  dct: "http://purl.org/dc/terms/",
  extract: "cr:extract",
  field: "cr:field",
  fileObject: "cr:fileObject",
  recordSet: "cr:recordSet",
  sc: "https://schema.org/",
  source: "cr:source",
};
