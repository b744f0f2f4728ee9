import { deleteJobs, findJobParams, insertJob, setJobResult } from "#db/queries/jobs.ts";
import type { Reader } from "#db/store.ts";
import { peopleFor } from "#server/schemas/draft-defaults.ts";
import type { FormatChoices, PeopleReading } from "#server/schemas/people-reading.ts";
import type { PeopleDraft, StudyDraft } from "#server/schemas/study-draft.ts";
import type { App } from "../app.ts";
import { DomainError } from "../errors.ts";
import type { OrRefused, PackedFile, PeopleCheck } from "../people/people-tasks.ts";
import { byteLimit, grouped } from "../people-file/limits.ts";
import { fileKind, findOpenDraft, lockDraft, readFile, type StoredFile, writeDraft } from "./draft.ts";

/** The uploaded file of a draft lies in the `job` table until the study is published (docs/decisions/0005). */

type NewFile = { studyId: string; accountId: string; revision: number; name: string; bytes: Uint8Array };

/**
 * Reads an uploaded file and keeps it with the draft, in place of an earlier one.
 *
 * @throws DomainError "bad-input" if it cannot be read as a whole: the earlier one stays then
 */
export async function takePeopleFile(app: App, upload: NewFile): Promise<void> {
  const { studyId, revision, bytes } = upload;
  const { packed, fileHash, reading } = acceptedOf(await app.pool.run("readPeopleFile", { bytes }));
  const file: StoredFile = { name: upload.name, size: bytes.length, hash: fileHash };
  const id = app.newId();
  await app.store.tx(async (tx) => {
    const now = app.now();
    const { draft } = await lockDraft(tx, studyId, { now, revision });
    const before = await readFile(tx, studyId);
    await deleteJobs(tx, studyId, fileKind);
    await insertJob(tx, {
      studyId,
      id,
      kind: fileKind,
      state: "waiting",
      params: packed,
      progress: JSON.stringify(file),
      result: JSON.stringify(reading),
      fence: 0,
      createdBy: upload.accountId,
      createdAt: now,
      updatedAt: now,
    });
    await writeDraft(tx, studyId, withPeople(draft, reading, {}, before.reading), now);
  });
}

export function tooLarge(): DomainError {
  const message = `The file has more than ${grouped(byteLimit)} bytes, the limit. Split it into several files.`;
  return new DomainError("bad-input", message, [{ message }]);
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
export async function requirePacked(
  db: Reader,
  studyId: string,
): Promise<{ packed: PackedFile; jobId: string; hash: string }> {
  const { file } = await readFile(db, studyId);
  const packed = file === null ? undefined : await findJobParams(db, studyId, file.jobId);
  if (file === null || packed === undefined) {
    throw new DomainError("not-found", "There is no file of people yet: upload one.");
  }
  return { packed, jobId: file.jobId, hash: file.hash };
}

export function acceptedOf<Value>(answer: OrRefused<Value>): Value {
  if ("value" in answer) return answer.value;
  throw new DomainError("bad-input", answer.refused.message, answer.refused.problems);
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
  return { ...draft, people };
}
