import type { ColumnType } from "./base/table.ts";
import { conformsTo, croissantContext, referenceOf, responsibleAi, tableKeys } from "./croissant-words.ts";
import type { DataDescription, WrittenFile } from "./described.ts";
import type { DescribedColumn, TableDictionary } from "./dictionary.ts";

const dataTypes: Readonly<Record<ColumnType, string>> = {
  text: "sc:Text",
  integer: "sc:Integer",
  number: "sc:Float",
  boolean: "sc:Boolean",
  time: "sc:DateTime",
};

const encodingFormats: Readonly<Record<string, string>> = {
  csv: "text/csv",
  parquet: "application/x-parquet",
  vw: "text/plain",
  npz: "application/zip",
  md: "text/markdown",
};

/**
 * Describes the files of a study's data as a Croissant 1.1 description (JSON-LD), so that tools for data sets find
 * files, columns, types, meanings and joins. Files are referenced by the names under which they are saved, so description
 * and files belong in one folder. If a table exists in two formats, the fields refer to the CSV file, which every tool
 * reads without a further package.
 */
export function croissantOf({ study, head, tables, files }: DataDescription): object {
  const fileOf = (table: string) =>
    files.find(({ name }) => name === `${table}.csv`) ??
    files.find(({ name }) => name === `${table}.parquet`);
  return {
    "@context": croissantContext,
    "@type": "sc:Dataset",
    conformsTo,
    name: `evenhand_${study.replaceAll("-", "_")}`,
    description: `Decisions about people, learned from one-sided feedback and kept individually fair by a panel: study ${study} up to entry ${head.seq} of its log, head ${head.hash}.`,
    license: "None is granted here: the operator of the study says who may use the data, and for what.",
    url: `urn:uuid:${study}`,
    creator: { "@type": "sc:Organization", name: `The operators of study ${study}` },
    datePublished: new Date(head.at).toISOString(),
    version: `1.0.${head.seq}`,
    citeAs: `Evenhand, study ${study}: log up to entry ${head.seq}, head ${head.hash}.`,
    ...responsibleAi,
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
  const key = tableKeys[name]?.map((column) => ({ "@id": `${name}/${column}` }));
  return {
    ...{ "@type": "cr:RecordSet", "@id": name, name, description: about, ...(key && { key }) },
    field: columns.map((column) => fieldOf(name, column, file)),
  };
}

function fieldOf(table: string, { name, type, unit, about }: DescribedColumn, file: string): object {
  const id = `${table}/${name}`;
  const target = referenceOf(table, name);
  return {
    ...{ "@type": "cr:Field", "@id": id, name },
    description: unit === undefined ? about : `${about} Unit: ${unit}.`,
    dataType: id === "verdicts/verdict" ? [dataTypes[type], "cr:Label"] : dataTypes[type],
    ...(target && { references: { field: { "@id": target } } }),
    source: { fileObject: { "@id": file }, extract: { column: name } },
  };
}
