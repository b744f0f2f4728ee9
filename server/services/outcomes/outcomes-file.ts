import { deleteJobs, setJobResult } from "#db/queries/jobs.ts";
import { lockStudy } from "#db/queries/studies.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { type FormatChoices, type PeopleReading, peopleReadingSchema } from "#server/draft/reading.ts";
import { DomainError } from "#server/errors.ts";
import type { PlannedFile } from "#server/files/outcomes/outcome-tasks.ts";
import { guessChoices, type OutcomesChoices, outcomesChoicesSchema } from "#server/schemas/outcomes-file.ts";
import type { App } from "#server/services/app/app.ts";
import { readJob } from "#server/services/app/long-job.ts";
import {
  acceptedOf,
  findUpload,
  requireUpload,
  storeUpload,
  type Upload,
} from "#server/services/files/stored-upload.ts";
import { identifierNames } from "../studies/labels.ts";
import { requireStudy, settingsOf } from "../studies/settings.ts";
import { readStandings } from "./read-standings.ts";

/** A file of outcomes waits, with what was decided about it, until it is recorded or thrown away. */

const fileKind = "outcomes-file";
export const recordKind = "record-outcomes";
const chunkSize = 200;

type Result = { readonly reading: PeopleReading; readonly choices: OutcomesChoices };

/**
 * Reads an uploaded file of outcomes and keeps it, in place of an earlier one.
 *
 * @param upload.format the operator's word on how it is written, after it was refused as it was detected
 * @throws DomainError "bad-input" if it cannot be read as a whole; "busy" while another is being recorded
 */
export async function takeOutcomesFile(app: App, upload: Upload & { format?: FormatChoices }): Promise<void> {
  const { studyId, bytes, format = {} } = upload;
  const identifiers = await app.store.read(async (db) => {
    settingsOf(await requireStudy(db, studyId));
    return identifierNames(db, studyId);
  });
  const read = acceptedOf(await app.pool.run("readPeopleFile", { bytes, format }));
  const choices = { format, ...guessChoices(read.reading.columns, identifiers) };
  const id = app.newId();
  await app.store.tx(async (tx) => {
    const now = await lockIdle(app, tx, studyId);
    const result: Result = { reading: read.reading, choices };
    await storeUpload(tx, fileKind, { ...upload, id, now, read, result: JSON.stringify(result) });
  });
}

/** The file that waits, and how the recording of the last one went. */
export function readOutcomesFile(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    settingsOf(study);
    const found = await findUpload(db, studyId, fileKind);
    return {
      studyName: study.name,
      identifiers: await identifierNames(db, studyId),
      file: found === null ? null : { ...found.file, ...parseResult(found.result) },
    };
  });
}

/**
 * Keeps what the operator decided about the file; another format reads it again.
 *
 * @throws DomainError "bad-input" if it cannot be read that way; "draft-outdated" if there is another file by now
 */
export async function chooseOutcomes(
  app: App,
  { studyId, fileId, choices }: { studyId: string; fileId: string; choices: OutcomesChoices },
): Promise<void> {
  const stored = await app.store.read((db) => requireFile(db, studyId, fileId));
  const isSame = JSON.stringify(stored.choices.format) === JSON.stringify(choices.format);
  const { format } = choices;
  const reading = isSame
    ? stored.reading
    : acceptedOf(await app.pool.run("rereadPeopleFile", { packed: stored.packed, format }));
  const identifiers = await app.store.read((db) => identifierNames(db, studyId));
  const decided = isSame ? choices : { format, ...guessChoices(reading.columns, identifiers) };
  await app.store.tx(async (tx) => {
    await lockIdle(app, tx, studyId);
    await requireFile(tx, studyId, fileId);
    await setJobResult(tx, studyId, fileId, JSON.stringify({ reading, choices: decided } satisfies Result));
  });
}

/**
 * What recording the file would do as things stand now; null while a column is not chosen.
 *
 * @throws DomainError "not-found" without a file; "bad-input" if the chosen columns cannot be right
 */
export async function planStoredFile(
  app: App,
  { studyId, fileId }: { studyId: string; fileId?: string },
): Promise<PlannedFile | null> {
  const { packed, choices } = await app.store.read((db) => requireFile(db, studyId, fileId));
  const standings = await readStandings(app, studyId);
  return acceptedOf(await app.pool.run("planOutcomesFile", { packed, choices, standings, chunkSize }));
}

/** The same without the outcomes themselves. */
export async function checkOutcomes(app: App, studyId: string) {
  const plan = await planStoredFile(app, { studyId });
  if (plan === null) return null;
  const { chunks: _, ...check } = plan;
  return check;
}

/** @throws DomainError "busy" while it is being recorded */
export function discardOutcomesFile(app: App, studyId: string): Promise<void> {
  return app.store.tx(async (tx) => {
    await lockIdle(app, tx, studyId);
    await removeOutcomesFile(tx, studyId);
  });
}

export function removeOutcomesFile(tx: Tx, studyId: string): Promise<void> {
  return deleteJobs(tx, studyId, fileKind);
}

/** Locks the study while nothing is being recorded. @returns the time */
export async function lockIdle(app: App, tx: Tx, studyId: string): Promise<number> {
  await lockStudy(tx, studyId);
  const now = app.now();
  if ((await readJob(tx, studyId, recordKind, now)).state === "running") {
    throw new DomainError("busy", "Outcomes of a file are being recorded: wait until that is done.");
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
  return { reading: peopleReadingSchema.parse(reading), choices: outcomesChoicesSchema.parse(choices) };
}
