import type { StudySettings } from "#server/audit-log/entries.ts";
import type { TableDefinition, TableSource } from "./base/table.ts";
import { datasheetOf } from "./datasheet.ts";
import type { StudyRecord } from "./described.ts";
import { dictionaryTable, englishDictionaryOf } from "./dictionary.ts";
import { banditFeedbackFile } from "./formats/bandit-feedback.ts";
import { csvFile } from "./formats/csv.ts";
import { parquetFile } from "./formats/parquet.ts";
import { vowpalWabbitFile } from "./formats/vowpal-wabbit.ts";
import { isFromFeatures, tablesOf } from "./tables.ts";

export type DataFile = {
  readonly contentType: string;
  /** Whether the file contains data about single people. */
  readonly hasFeatures: boolean;
  /** Memory: see the format. */
  readonly pieces: AsyncGenerator<string | Uint8Array>;
};

/** A study's record up to one entry, and its source. */
export type StudyData = StudyRecord & { readonly source: TableSource };

/** Files with all decisions in the format of another program; an audit makes no decisions and has none. */
const decisionFiles = ["decisions.vw", "bandit-feedback.npz"] as const;
/** The file that describes who is in the data, how they were judged, and what is missing. */
const datasheetFile = "datasheet.md";
/** Files that explain columns and data; `dictionary.csv` is a table of every column of every table. */
export const wordFiles = ["dictionary.csv", datasheetFile] as const;
export const tableFormats = ["csv", "parquet"] as const;

export function dataFileNames(settings: StudySettings): string[] {
  const tables = tablesOf(settings).flatMap(({ name }) => tableFormats.map((format) => `${name}.${format}`));
  return [...tables, ...(settings.drawAt === null ? [] : decisionFiles), ...wordFiles];
}

/**
 * Returns one file of a study's data.
 *
 * @param name one of `dataFileNames`
 * @returns undefined if no file has this name
 */
export function dataFile(name: string, data: StudyData): DataFile | undefined {
  const { settings, source } = data;
  if (!dataFileNames(settings).includes(name)) return undefined;
  const { columns } = settings.learner;
  if (name === "decisions.vw") {
    const pieces = vowpalWabbitFile(source, columns);
    return { contentType: "text/plain; charset=utf-8", hasFeatures: true, pieces };
  }
  if (name === "bandit-feedback.npz") {
    const pieces = once(() => banditFeedbackFile(source, columns));
    return { contentType: "application/zip", hasFeatures: true, pieces };
  }
  if (name === datasheetFile) {
    const pieces = once(() => datasheetOf(source, data));
    return { contentType: "text/markdown; charset=utf-8", hasFeatures: false, pieces };
  }
  const tables = [...tablesOf(settings), dictionaryTable(tablesOf(settings))];
  const [tableName, format] = name.split(".");
  const table = tables.find((one) => one.name === tableName);
  return table && tableFile(table, format, data);
}

function tableFile(table: TableDefinition, format: string | undefined, data: StudyData): DataFile {
  const rows = table.rows(data.source);
  const hasFeatures = isFromFeatures(table);
  if (format === "csv") {
    const pieces = csvFile(table.columns, rows);
    return { contentType: "text/csv; charset=utf-8", hasFeatures, pieces };
  }
  const about = {
    study: data.study,
    head: data.head.hash,
    table: JSON.stringify(englishDictionaryOf(table)),
  };
  const pieces = parquetFile(table.columns, rows, about);
  return { contentType: "application/vnd.apache.parquet", hasFeatures, pieces };
}

async function* once<Piece>(make: () => Promise<Piece>): AsyncGenerator<Piece> {
  yield await make();
}
