import { updateDraft } from "#db/queries/drafts.ts";
import { insertGuideline } from "#db/queries/guidelines.ts";
import { finishImport } from "#db/queries/imports.ts";
import { updateRunningJob } from "#db/queries/jobs.ts";
import { deleteRuleList } from "#db/queries/rule-lists.ts";
import { lockStudy } from "#db/queries/studies.ts";
import { deleteUpload } from "#db/queries/uploads.ts";
import * as t from "#messages/refusals.ts";
import type { StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { guidelineHash } from "#server/audit-log/guidelines.ts";
import { personIdsFrom } from "#server/audit-log/pseudonyms.ts";
import { listNamedIn } from "#server/audit-log/rule-list.ts";
import { seedTreeSize } from "#server/audit-log/seeds.ts";
import { badInput, DomainError } from "#server/errors.ts";
import type { Language } from "#server/locale.ts";
import type { App } from "#server/platform/app/app.ts";
import { refuseClock } from "#server/platform/app/clock-trouble.ts";
import { type HeldJob, renewJob } from "#server/platform/app/job-lease.ts";
import { seedRoot } from "#server/platform/app/seed-trees.ts";
import { changeSettings } from "#server/platform/app/study-settings.ts";
import { lockWithSettings, type StudyWriter, studyWriter } from "#server/platform/app/study-writer.ts";
import { recordSoon } from "#server/platform/high-water-mark/record-marks.ts";
import { checkpointsFor } from "#server/studies/checkpoints/identity.ts";
import { addChunks } from "#server/studies/people/add-chunks.ts";
import {
  abandonImport,
  beginImport,
  chunkSize,
  type StagedImport,
} from "#server/studies/people/stage-people.ts";
import { acceptedOf } from "#server/studies/uploads/stored-file.ts";
import type { StudyDraft } from "#server/study/draft.ts";
import type { PackedFile } from "#server/study/files/reading/packed-file.ts";
import { labelsOfDraft } from "#server/study/labels-of-draft.ts";
import { findOpenDraft, peopleKind } from "./open-draft.ts";
import { recordsKind } from "./records-file.ts";
import type { CompleteDraft } from "./require-complete.ts";
import { settledSettings } from "./start.ts";

type Publication = CompleteDraft & {
  readonly job: HeldJob;
  /** The study's language. */
  readonly language: Language;
  readonly packed: PackedFile;
  readonly hash: string;
};

/**
 * Publishes a draft as a study. People are stored in chunks under an import that does not count yet. One last
 * transaction writes the log's first entries and turns the draft into a study. A failure before that leaves the draft
 * unchanged.
 *
 * @throws DomainError "bad-input" for rows that cannot be imported; "busy" once another process has taken over
 */
export async function publishStudy(app: App, publication: Publication): Promise<void> {
  const { job, packed, hash, language } = publication;
  const { people } = publication.draft;
  const [converted, settings, treeRoot] = await Promise.all([
    app.pool.run("convertPeopleFile", { packed, people, language, chunkSize }).then(acceptedOf),
    settledSettings(app, { studyId: job.studyId, ...publication }),
    seedRoot(app, job.studyId),
  ]);
  const staged = { studyId: job.studyId, importId: app.newId(), fileHash: hash, count: converted.count };
  await app.store.tx(async (tx) => {
    await lockStudy(tx, job.studyId);
    const now = app.now();
    await renewJob(tx, job, { done: 0, total: converted.count }, app);
    await beginImport(tx, staged, now);
  });
  try {
    const root = await addChunks(app, job, staged, { ...converted, firstOrdinal: 1 });
    await turnIntoStudy(app, { ...publication, staged, root, treeRoot, settings });
  } catch (error) {
    await abandonImport(app, staged);
    throw error;
  }
}

/** Turns a draft into a study. Its body may run twice, so it computes everything from its arguments. */
async function turnIntoStudy(
  app: App,
  publication: Publication & {
    staged: StagedImport;
    root: string;
    treeRoot: string;
    settings: StudySettings;
  },
): Promise<void> {
  const { job, draft, context, staged, root, settings } = publication;
  const { studyId, importId, count, fileHash } = staged;
  const headers = context.reading.columns.map(({ name }) => name);
  await app.store.tx(async (tx) => {
    const study = await lockWithSettings(tx, studyId);
    const isSame = (await findOpenDraft(tx, studyId))?.revision === draft.revision;
    const now = app.now();
    const isOurs = await updateRunningJob(tx, job, { state: "done", updatedAt: now });
    if (study === undefined || !isSame || !isOurs) {
      throw new DomainError("draft-outdated", t.draftChanged());
    }
    refuseClock(app, study);
    const { writer, flush } = studyWriter(tx, study, now);
    const guidelines = await insertFirstGuidelines(writer, job.accountId, draft.purpose);
    const seedTree = { root: publication.treeRoot, size: seedTreeSize };
    const checkpoints = checkpointsFor(app, studyId);
    const beacon = beaconFor(app, draft);
    writer.append("study.created", { settings, seedTree, checkpoints, guidelines, beacon });
    const { seq } = writer.append("people.imported", { fileHash, ...personIdsFrom(1, count), count, root });
    await finishImport(tx, studyId, importId, seq);
    await changeSettings(writer, settings);
    writer.patch({ state: "ready" });
    await flush();
    const labels = JSON.stringify(labelsOfDraft(draft, headers));
    await updateDraft(tx, studyId, {
      name: draft.purpose.name.trim(),
      labels,
      draft: JSON.stringify(withHeaders(draft, headers)),
    });
    for (const { kind } of [peopleKind, recordsKind]) await deleteUpload(tx, { studyId, kind });
    if (listNamedIn(settings) === null) await deleteRuleList(tx, { studyId });
  });
  recordSoon(app, studyId);
}

/**
 * Returns the beacon settings of the first entry; null in an audit, which draws no people.
 * @throws DomainError "bad-input"
 */
export function beaconFor(
  { beacon }: Pick<App, "beacon">,
  { settings, kind }: StudyDraft,
): StudyBeacon | null {
  if (!settings.restsOnBeacon || kind === "audit") return null;
  if (beacon !== null) return beacon.beacon;
  throw badInput(t.beaconGone(), "settings.restsOnBeacon");
}

/** Names each column as the file does, so that a file of a copy is recognised; auditors' words stay. */
function withHeaders<Draft extends StudyDraft>(draft: Draft, headers: readonly string[]): Draft {
  if (draft.people === null) return draft;
  const columns = draft.people.columns.map((column) => {
    const name = (headers[column.source] ?? column.name).slice(0, 200);
    return { ...column, name, label: column.label.trim() || column.name.trim() };
  });
  return { ...draft, people: { ...draft.people, columns } };
}

/** Stores the first guidelines. @returns their description for the log */
async function insertFirstGuidelines(
  { tx, study, now }: StudyWriter,
  operatorId: string,
  { purpose, guidelines: body }: StudyDraft["purpose"],
): Promise<{ version: number; hash: string }> {
  const text = { purpose: purpose.trim(), body };
  const first = { version: 1, hash: guidelineHash(text.purpose, text.body) };
  await insertGuideline(tx, { studyId: study.id, ...first, ...text, createdBy: operatorId, createdAt: now });
  return first;
}
