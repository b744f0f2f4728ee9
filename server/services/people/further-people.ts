import { deleteJobs, setJobResult } from "#db/queries/jobs.ts";
import { findImportOf, listFeatures } from "#db/queries/people.ts";
import { lockStudy } from "#db/queries/studies.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { type FormatChoices, type PeopleReading, peopleReadingSchema } from "#server/draft/reading.ts";
import { DomainError } from "#server/errors.ts";
import type { PlannedPeople } from "#server/files/people/further-tasks.ts";
import type { Column } from "#server/learner/spec/spec.ts";
import { personIdsFrom } from "#server/log/people.ts";
import { type FurtherChoices, furtherChoicesSchema, guessFurther } from "#server/schemas/further-people.ts";
import type { App } from "#server/services/app/app.ts";
import { readJob } from "#server/services/app/long-job.ts";
import {
  acceptedOf,
  findUpload,
  requireUpload,
  storeUpload,
  type Upload,
} from "#server/services/files/stored-upload.ts";
import { parseFeatures } from "#server/services/learner/state.ts";
import { findStudyLabels, identifierNames } from "../studies/labels.ts";
import { requireStudy, settingsOf } from "../studies/settings.ts";
import { chunkSize } from "./stage-people.ts";

/** More people for a published study: a file waits, with what was decided about it, until it is imported or thrown away. */

const fileKind = "further-people";
export const importKind = "import-people";

type Result = { readonly reading: PeopleReading; readonly choices: FurtherChoices };

/**
 * Reads an uploaded file and keeps it, in place of an earlier one.
 *
 * @throws DomainError "bad-input" if it cannot be read as a whole; "busy" during an import; "study-ended";
 *   "study-not-ready" for a draft
 */
export async function takeFurtherPeople(
  app: App,
  upload: Upload & { format?: FormatChoices },
): Promise<void> {
  const { studyId, bytes, format = {} } = upload;
  const study = await app.store.read((db) => readFit(db, studyId));
  const read = acceptedOf(await app.pool.run("readPeopleFile", { bytes, format }));
  const choices = { format, withoutErrors: false, ...guessFurther(read.reading.columns, study) };
  const id = app.newId();
  await app.store.tx(async (tx) => {
    const now = await lockIdle(app, tx, studyId);
    const result: Result = { reading: read.reading, choices };
    await storeUpload(tx, fileKind, { ...upload, id, now, read, result: JSON.stringify(result) });
  });
}

/** The file that waits, beside what the study has. */
export function readFurtherPeople(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const { name, isEnded, columns, identifiers } = await readFit(db, studyId);
    const found = await findUpload(db, studyId, fileKind);
    if (found === null) return { studyName: name, isEnded, columns, identifiers, file: null };
    const { file, result } = found;
    const same = await findImportOf(db, studyId, file.hash);
    /** The people who came with the very same bytes. */
    const before = same && personIdsFrom(same.firstOrdinal, same.rowCount);
    return {
      studyName: name,
      isEnded,
      columns,
      identifiers,
      file: { ...file, ...parseResult(result), before: before ?? null },
    };
  });
}

/**
 * Keeps what the operator decided about the file; another format reads it again.
 *
 * @throws DomainError "bad-input" if it cannot be read that way; "draft-outdated" if there is another file by now
 */
export async function chooseFurther(
  app: App,
  { studyId, fileId, choices }: { studyId: string; fileId: string; choices: FurtherChoices },
): Promise<void> {
  const stored = await app.store.read((db) => requireFile(db, studyId, fileId));
  const { format, withoutErrors } = choices;
  const isSame = JSON.stringify(stored.choices.format) === JSON.stringify(format);
  const reading = isSame
    ? stored.reading
    : acceptedOf(await app.pool.run("rereadPeopleFile", { packed: stored.packed, format }));
  const study = await app.store.read((db) => readFit(db, studyId));
  const decided = isSame ? choices : { format, withoutErrors, ...guessFurther(reading.columns, study) };
  await app.store.tx(async (tx) => {
    await lockIdle(app, tx, studyId);
    await requireFile(tx, studyId, fileId);
    await setJobResult(tx, studyId, fileId, JSON.stringify({ reading, choices: decided } satisfies Result));
  });
}

/** @throws DomainError "busy" during an import */
export function discardFurther(app: App, studyId: string): Promise<void> {
  return app.store.tx(async (tx) => {
    await lockIdle(app, tx, studyId);
    await removeFurther(tx, studyId);
  });
}

export function removeFurther(tx: Tx, studyId: string): Promise<void> {
  return deleteJobs(tx, studyId, fileKind);
}

/**
 * What importing the file would do as things are decided.
 *
 * @throws DomainError "not-found" without a file; "bad-input" if it does not fit the study as a whole
 */
export async function planFurther(app: App, { studyId, fileId }: { studyId: string; fileId?: string }) {
  const stored = await app.store.read((db) => requireFile(db, studyId, fileId));
  const { packed, choices, hash: fileHash, reading } = stored;
  const { columns, file } = await app.store.read((db) => readFit(db, studyId));
  const study = { columns, file, words: await readWords(app, studyId, columns) };
  const headers = reading.columns.map(({ name }) => name);
  const input = { packed, choices, headers, study, chunkSize };
  return { fileHash, plan: acceptedOf(await app.pool.run("planFurtherPeople", input)) };
}

/** The same without the people themselves; a file that does not fit has its reasons among the problems. */
export async function checkFurther(app: App, studyId: string): Promise<Omit<PlannedPeople, "chunks">> {
  const { chunks: _, ...check } = (await planFurther(app, { studyId })).plan;
  return check;
}

/** @throws DomainError "study-not-ready" for a draft */
async function readFit(db: Reader, studyId: string) {
  const study = await requireStudy(db, studyId);
  const { columns } = settingsOf(study).learner;
  const { file } = await findStudyLabels(db, studyId);
  const identifiers = await identifierNames(db, studyId);
  return { name: study.name, isEnded: study.state === "ended", columns, identifiers, file };
}

const pageSize = 2_000;

/** For each category the words that people of the study have. */
async function readWords(
  app: App,
  studyId: string,
  columns: readonly Column[],
): Promise<(string[] | null)[]> {
  const words = columns.map(({ type }) => (type === "category" ? new Set<string>() : null));
  for (let after = 0; words.some((set) => set !== null); ) {
    const page = await app.store.read((db) => listFeatures(db, { studyId, after, limit: pageSize }));
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.ordinal;
    for (const { features } of page) {
      parseFeatures(features).forEach((cell, index) => {
        if (cell !== null) words[index]?.add(cell);
      });
    }
  }
  return words.map((set) => set && [...set]);
}

/** Locks the study while nothing is being imported. @returns the time */
export async function lockIdle(app: App, tx: Tx, studyId: string): Promise<number> {
  const study = await lockStudy(tx, studyId);
  if (study?.state === "ended") throw ended();
  const now = app.now();
  if ((await readJob(tx, studyId, importKind, now)).state === "running") {
    throw new DomainError("busy", "People are being imported: wait until that is done.");
  }
  return now;
}

async function requireFile(db: Reader, studyId: string, fileId?: string) {
  const { result, ...upload } = await requireUpload(db, studyId, fileKind);
  if (fileId !== undefined && upload.jobId !== fileId) {
    throw new DomainError("draft-outdated", "Another file was uploaded meanwhile. Load the page again.");
  }
  return { ...upload, ...parseResult(result) };
}

function parseResult(result: string): Result {
  const { reading, choices } = JSON.parse(result) as Result;
  return { reading: peopleReadingSchema.parse(reading), choices: furtherChoicesSchema.parse(choices) };
}

export function ended(): DomainError {
  return new DomainError("study-ended", "This study has ended.");
}
