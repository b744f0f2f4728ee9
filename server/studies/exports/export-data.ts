import { findEntry, listEntriesOf } from "#db/queries/log.ts";
import * as t from "#messages/refusals.ts";
import { pagedSource, type RecordPage, type RecordRows } from "#server/analysis/tables/base/paged-source.ts";
import { type DataFile, dataFile, type StudyData } from "#server/analysis/tables/data-file.ts";
import type { StudyRecord } from "#server/analysis/tables/described.ts";
import { badInput, DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { requireStudy, settingsOf } from "../settings.ts";
import { describedData } from "./describe-data.ts";
import { type AsOf, headOf, type LogHead } from "./export-log.ts";
import { readImported } from "./imported-people.ts";
import { workbookData } from "./workbook-data.ts";
import { zippedData } from "./zipped-data.ts";

/** Entries read at once. Some are long (docs/limits.md), and all other requests wait during the read. */
const entriesAtOnce = 50;

export type ExportedFile = DataFile & {
  readonly head: LogHead;
  /** File name for saving. Files of different moments have different names. */
  readonly savedAs: string;
};

/**
 * Exports a file of a study's data as of the log's head: a table as CSV or Parquet, all decisions in another program's
 * format, a description of all of these, all tables as an Excel file, or a zip of all.
 *
 * @param name as listed in `dataFileNames`, `descriptions`, `workbookNames` and `zipNames`
 * @param asOf the entry as of which it is made, see headOf
 * @returns undefined if there is no such file, or it cannot be made as of that entry
 * @throws DomainError "not-found", "study-not-ready" at once; "busy" during the read, if a person is erased meanwhile
 */
export async function exportData(
  app: Pick<App, "store" | "pool">,
  studyId: string,
  name: string,
  asOf?: AsOf,
): Promise<ExportedFile | undefined> {
  const data = await studyData(app, studyId, asOf);
  if (data === undefined) return undefined;
  const nameFor = (file: string) => savedAs(file, data);
  const readPage = (page: RecordPage) => readRows(app, data, page);
  const fileOf = (one: string) =>
    dataFile(one, { ...data, source: pagedSource(readPage) }) ??
    describedData(app, one, { ...data, readPage, savedAs: nameFor });
  const file =
    fileOf(name) ??
    workbookData(name, { ...data, source: pagedSource(readPage) }) ??
    zippedData(app, name, { ...data, fileOf, savedAs: nameFor });
  return file && { ...file, head: data.head, savedAs: nameFor(name) };
}

/**
 * Exports a file of a study's data as of a chosen entry.
 *
 * @param upTo the number of the entry; the last one unless given
 * @throws DomainError as exportData; "not-found" if there is no such file, or it cannot be made as of that entry any
 *   more; "bad-input" for an entry that does not exist
 */
export async function requireData(
  app: Pick<App, "store" | "pool">,
  studyId: string,
  { name, upTo }: { name: string; upTo: number | undefined },
): Promise<ExportedFile> {
  const now = await exportData(app, studyId, name);
  if (now === undefined) throw new DomainError("not-found", t.noSuchFile());
  if (upTo === undefined || upTo === now.head.seq) return now;
  if (upTo < 1 || upTo > now.head.seq) {
    throw badInput(t.upToRange({ last: now.head.seq }), "upTo");
  }
  const then = await exportData(app, studyId, name, { seq: upTo });
  if (then !== undefined) return then;
  throw new DomainError("not-found", t.filesChanged({ entry: upTo }));
}

/**
 * Returns a study's record as of the log's head, as a source of tables.
 *
 * @throws DomainError "not-found", "study-not-ready"; the source "busy", if a person is erased during the read
 */
export async function requireStudyRecord(app: Pick<App, "store">, studyId: string): Promise<StudyData> {
  const data = await studyData(app, studyId, undefined);
  if (data === undefined) throw new DomainError("not-found", t.noSuchFile());
  return { ...data, source: pagedSource((page) => readRows(app, data, page)) };
}

async function studyData(
  app: Pick<App, "store">,
  studyId: string,
  asOf: AsOf | undefined,
): Promise<StudyRecord | undefined> {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const head = await headOf(db, study, asOf);
    if (head === undefined) return undefined;
    const at = (await findEntry(db, studyId, head.seq))?.at ?? 0;
    return { study: studyId, settings: settingsOf(study), head: { ...head, at } };
  });
}

/** Returns the file name for saving: verdicts-STUDY-ENTRY.parquet */
export function savedAs(
  name: string,
  { study, head }: { readonly study: string; readonly head: Pick<LogHead, "seq"> },
): string {
  const dot = name.lastIndexOf(".");
  return `${name.slice(0, dot)}-${study}-${head.seq}${name.slice(dot)}`;
}

function readRows(
  { store }: Pick<App, "store">,
  { study: studyId, head }: StudyRecord,
  { types, after }: RecordPage,
): Promise<RecordRows> {
  return store.read(async (db) => {
    if (types === null) {
      const people = await readImported(db, { studyId, head, after });
      return {
        entries: [],
        people: people.map(({ person, ordinal, shown }) => {
          return { person, ordinal, features: shown?.features ?? null, groups: shown?.groups ?? null };
        }),
      };
    }
    const which = { studyId, types, after, upTo: head.seq, limit: entriesAtOnce };
    return { entries: await listEntriesOf(db, which), people: [] };
  });
}
