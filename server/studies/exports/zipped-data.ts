import * as t from "#messages/refusals.ts";
import { type DataFile, dataFileNames } from "#server/analysis/tables/data-file.ts";
import type { StudyRecord, WrittenFile } from "#server/analysis/tables/described.ts";
import { descriptionOf } from "#server/analysis/tables/description.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { exportLog } from "./export-log.ts";
import { recordAsOf } from "./export-record.ts";
import { ZipStream } from "./zip-stream.ts";

/** Names of the zips of a study's data: with all files, and with the files that have no features of people. */
export const zipNames = { whole: "data.zip", withoutFeatures: "data-without-features.zip" } as const;

type Zipped = StudyRecord & {
  readonly fileOf: (name: string) => DataFile | undefined;
  readonly savedAs: (name: string) => string;
};

/**
 * Returns a zip of all files of a study's data and its record, as of one entry; or of the files without features and the
 * log. The manifest comes last and lists the files of this zip. Memory does not grow with the files.
 *
 * @param name one of `zipNames`
 * @returns undefined if there is no such zip
 */
export function zippedData(app: Pick<App, "store">, name: string, data: Zipped): DataFile | undefined {
  const hasFeatures = name === zipNames.whole;
  if (!hasFeatures && name !== zipNames.withoutFeatures) return undefined;
  return { contentType: "application/zip", hasFeatures, pieces: zipPieces(app, data, hasFeatures) };
}

/** @throws DomainError "busy" if the record can no longer be made as of the entry; "bad-input" if it is too large */
async function* zipPieces(
  app: Pick<App, "store">,
  { study, settings, head, fileOf, savedAs }: Zipped,
  hasFeatures: boolean,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream(head.at);
  const files: WrittenFile[] = [];
  for (const name of [...dataFileNames(settings), "croissant.json"]) {
    const file = fileOf(name);
    if (file === undefined || (file.hasFeatures && !hasFeatures)) continue;
    const written = yield* zip.add(savedAs(name), file.pieces, isCompressed(name));
    files.push({ name, savedAs: savedAs(name), ...written });
  }
  const [name, lines] = hasFeatures
    ? ["record.jsonl", await recordLines(app, study, head)]
    : ["log.jsonl", exportLog(app, study, head.seq)];
  files.push({ name, savedAs: savedAs(name), ...(yield* zip.add(savedAs(name), lines)) });
  const manifest = descriptionOf("manifest.json", { study, settings, head }, files);
  yield* zip.add(savedAs("manifest.json"), [manifest]);
  yield* zip.end();
}

function isCompressed(name: string): boolean {
  return /\.(parquet|npz)$/.test(name);
}

async function recordLines(app: Pick<App, "store">, studyId: string, { seq, hash }: Zipped["head"]) {
  const record = await recordAsOf(app, studyId, { seq, hash });
  if (record === undefined) throw new DomainError("busy", t.dataChanged());
  return record.lines;
}
