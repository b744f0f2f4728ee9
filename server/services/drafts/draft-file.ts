import { setJobResult } from "#db/queries/jobs.ts";
import type { Reader } from "#db/store/store.ts";
import { peopleFor, rulesFor } from "#server/draft/defaults.ts";
import type { PeopleDraft, StudyDraft } from "#server/draft/draft.ts";
import type { FormatChoices, PeopleReading } from "#server/draft/reading.ts";
import { DomainError } from "#server/errors.ts";
import type { PeopleCheck } from "#server/files/people/people-tasks.ts";
import type { App } from "#server/services/app/app.ts";
import { acceptedOf, requireUpload, storeUpload, type Upload } from "#server/services/files/stored-upload.ts";
import { fileKind, findOpenDraft, lockDraft, readFile, writeDraft } from "./draft.ts";

/** The uploaded file of a draft lies in the `job` table until the study is published (docs/decisions/0005). */

/**
 * Reads an uploaded file and keeps it with the draft, in place of an earlier one.
 *
 * @param upload.format the operator's word on how it is written, after it was refused as it was detected
 * @throws DomainError "bad-input" if it cannot be read as a whole: the earlier one stays then
 */
export async function takePeopleFile(
  app: App,
  upload: Upload & { revision: number; format?: FormatChoices },
): Promise<void> {
  const { studyId, revision, bytes, format = {} } = upload;
  const read = acceptedOf(await app.pool.run("readPeopleFile", { bytes, format }));
  const id = app.newId();
  await app.store.tx(async (tx) => {
    const now = app.now();
    const { draft } = await lockDraft(tx, studyId, { now, revision });
    const before = await readFile(tx, studyId);
    await storeUpload(tx, fileKind, { ...upload, id, now, read, result: JSON.stringify(read.reading) });
    await writeDraft(tx, studyId, withPeople(draft, read.reading, format, before.reading), now);
  });
}

/** Reads the stored file again, as the operator says it is written. @throws DomainError "bad-input" */
export async function rereadPeople(
  app: App,
  { studyId, revision, format }: { studyId: string; revision: number; format: FormatChoices },
): Promise<void> {
  const { packed, jobId } = await app.store.read((db) => requirePacked(db, studyId));
  const reading = acceptedOf(await app.pool.run("rereadPeopleFile", { packed, format }));
  await app.store.tx(async (tx) => {
    const now = app.now();
    const { draft } = await lockDraft(tx, studyId, { now, revision });
    const before = await readFile(tx, studyId);
    if (before.file?.jobId !== jobId)
      throw new DomainError("draft-outdated", "Another file was uploaded meanwhile.");
    await setJobResult(tx, studyId, jobId, JSON.stringify(reading));
    await writeDraft(tx, studyId, withPeople(draft, reading, format, before.reading), now);
  });
}

/** What an import of the stored file would do as things are decided now; null without a file. */
export async function checkPeople(app: App, studyId: string): Promise<PeopleCheck | null> {
  const stored = await app.store.read(async (db) => {
    const draft = await findOpenDraft(db, studyId);
    if (draft === null || draft.people === null) return null;
    return { people: draft.people, packed: (await requirePacked(db, studyId)).packed };
  });
  if (stored === null) return null;
  const checked = await app.pool.run("checkPeopleFile", stored);
  if ("value" in checked) return checked.value;
  const { problems } = checked.refused;
  return { count: 0, problems, isReady: false, leftOut: { withErrors: 0, asOutliers: 0 }, emptied: 0 };
}

/** @throws DomainError "not-found" if there is no file */
export function requirePacked(db: Reader, studyId: string) {
  return requireUpload(db, studyId, fileKind);
}

function withPeople(
  draft: StudyDraft,
  reading: PeopleReading,
  format: FormatChoices,
  before: PeopleReading | null,
): StudyDraft {
  const known =
    draft.people !== null && before !== null ? { people: draft.people, reading: before } : undefined;
  const people: PeopleDraft = peopleFor(reading, format, known);
  const rules = before === null ? draft.rules : rulesFor(draft.rules, reading, before);
  return { ...draft, people, rules };
}
