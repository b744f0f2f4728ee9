import { z } from "zod";
import { findDraft, updateDraft } from "#db/queries/drafts.ts";
import { findLastJob } from "#db/queries/jobs.ts";
import { deleteRuleList } from "#db/queries/rule-lists.ts";
import { deleteStudyRows, lockStudy } from "#db/queries/studies.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { isRunning } from "#server/platform/app/job-lease.ts";
import type { DraftParts } from "#server/schemas/drafts.ts";
import { findFile, type UploadedKind } from "#server/studies/uploads/stored-file.ts";
import { type StudyDraft, studyDraftSchema } from "#server/study/draft.ts";

/** The kind of a draft's file of people. The choices for it are kept in the draft. */
export const peopleKind: UploadedKind<null> = { kind: "people", choicesSchema: z.null() };
export const publishKind = "publish" as const;

/**
 * Reads a draft with the findings of its file, and whether its draws can use a beacon; null once the study is
 * published.
 */
export function readDraft(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const draft = await findOpenDraft(db, studyId);
    const hasBeacon = app.beacon !== null;
    return draft === null ? null : { draft, hasBeacon, ...(await readFile(db, studyId)) };
  });
}

/** A draft with what was read from its file. */
export type DraftView = NonNullable<Awaited<ReturnType<typeof readDraft>>>;

/**
 * Saves parts of the draft as they were typed, valid or not. A list of rules that is no longer used is deleted.
 *
 * @throws DomainError "draft-outdated" if a newer version was saved meanwhile; "study-not-draft"; "busy"
 */
export function saveDraft(
  app: App,
  { studyId, revision, parts }: { studyId: string; revision: number; parts: DraftParts },
): Promise<{ revision: number; savedAt: number }> {
  const given = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
  return app.store.tx(async (tx) => {
    const { draft } = await lockDraft(tx, studyId, app, revision);
    if (draft.rules.list !== null && parts.rules?.list === null) await deleteRuleList(tx, { studyId });
    return writeDraft(tx, studyId, { ...draft, ...given }, app.now());
  });
}

/** Deletes a draft with its file. @throws DomainError "study-not-draft"; "busy" while it is being published */
export function discardDraft(app: App, studyId: string): Promise<void> {
  return app.store.tx(async (tx) => {
    await lockDraft(tx, studyId, app);
    await deleteStudyRows(tx, studyId);
  });
}

/**
 * Locks a study and reads its draft.
 *
 * @param revision the revision that the caller has read; absent where it does not matter
 */
export async function lockDraft(tx: Tx, studyId: string, clocks: Pick<App, "timekeeper">, revision?: number) {
  const study = await lockStudy(tx, studyId);
  const draft = study === undefined ? null : await findOpenDraft(tx, studyId);
  if (study === undefined || draft === null) throw notDraft();
  if (isRunning(await findLastJob(tx, studyId, publishKind), clocks)) {
    throw new DomainError("busy", t.beingPublished());
  }
  if (revision !== undefined && revision !== draft.revision) {
    throw new DomainError("draft-outdated", t.draftOutdated());
  }
  return { study, draft };
}

/** Reads a draft that is not published. @throws DomainError "study-not-draft" */
export async function requireOpenDraft(db: Reader, studyId: string): Promise<StudyDraft> {
  const draft = await findOpenDraft(db, studyId);
  if (draft === null) throw notDraft();
  return draft;
}

/** Writes a draft. @returns the revision for the next save */
export async function writeDraft(tx: Tx, studyId: string, draft: StudyDraft, now: number) {
  const saved = { ...draft, revision: draft.revision + 1, savedAt: now };
  const name = draft.purpose.name.trim() || "Study without a name";
  await updateDraft(tx, studyId, { name, draft: JSON.stringify(saved) });
  return { revision: saved.revision, savedAt: saved.savedAt };
}

export async function findOpenDraft(db: Reader, studyId: string): Promise<StudyDraft | null> {
  const row = await findDraft(db, studyId);
  if (row === undefined || row.state !== "draft") return null;
  return studyDraftSchema.parse(JSON.parse(row.draft));
}

/** Reads the findings of the uploaded file, without its bytes. */
export async function readFile(db: Reader, studyId: string) {
  const found = await findFile(db, peopleKind, studyId);
  if (found === null) return { file: null, reading: null };
  const { reading, choices: _, ...file } = found;
  return { file, reading };
}

function notDraft(): DomainError {
  return new DomainError("study-not-draft", t.published());
}
