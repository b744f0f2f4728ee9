import type { App } from "#server/platform/app/app.ts";
import type { LogHead } from "#server/studies/exports/export-log.ts";
import { type ExportedRecord, exportRecord, recordAsOf } from "#server/studies/exports/export-record.ts";
import type { MadeFile } from "./made-file.ts";

/** A study's whole record as a file. @throws as exportRecord */
export async function recordFile(app: App, studyId: string): Promise<MadeFile> {
  return named(studyId, await exportRecord(app, studyId));
}

/**
 * Generates a study's record as of the entry at which its download began; undefined if that is impossible.
 * @throws as recordAsOf
 */
export async function recordFileAsOf(
  app: App,
  studyId: string,
  asOf: LogHead,
): Promise<MadeFile | undefined> {
  const record = await recordAsOf(app, studyId, asOf);
  return record && named(studyId, record);
}

function named(studyId: string, { head, lines, ...known }: ExportedRecord): MadeFile {
  const savedAs = `record-${studyId}-${head.seq}.jsonl`;
  return { head, savedAs, contentType: "application/jsonl; charset=utf-8", pieces: lines, ...known };
}
