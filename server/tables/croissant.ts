import type { ColumnType } from "./base/table.ts";
import type { TableDictionary } from "./dictionary.ts";

export type WrittenFile = { readonly name: string; readonly bytes: number; readonly sha256: string };

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
};

/**
 * What a folder of tables holds, as a Croissant 1.0 description (JSON-LD), so that tools for data sets find files, columns, types
 * and meanings. Of a table that was written in two formats the fields point at the Parquet file.
 */
export function croissantOf(
  study: string,
  head: string,
  tables: readonly TableDictionary[],
  files: readonly WrittenFile[],
): object {
  const written = (name: string) =>
    files.find((file) => file.name === `${name}.parquet`) ??
    files.find((file) => file.name === `${name}.csv`);
  const distributed = files.filter(({ name }) => formatOf(name) !== undefined);
  return {
    "@context": context,
    "@type": "sc:Dataset",
    conformsTo: "http://mlcommons.org/croissant/1.0",
    name: `evenhand_${study.replaceAll("-", "_")}`,
    description: `Decisions about people, learned from one-sided feedback and kept individually fair by a panel: study ${study} up to the log's head ${head}.`,
    version: head,
    distribution: distributed.map(({ name, bytes, sha256 }) => ({
      ...{ "@type": "cr:FileObject", "@id": name, name, contentUrl: name },
      ...{ contentSize: `${bytes} B`, encodingFormat: formatOf(name), sha256 },
    })),
    recordSet: tables.flatMap((table) => {
      const file = written(table.name);
      return file === undefined ? [] : [recordSetOf(table, file.name)];
    }),
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

/** The part of the format's context that is used above. */
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
