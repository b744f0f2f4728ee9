import { settleDraft } from "#db/queries/drafts.ts";
import { deleteJobs, updateRunningJob } from "#db/queries/jobs.ts";
import { finishImport } from "#db/queries/people.ts";
import { lockStudy } from "#db/queries/studies.ts";
import type { StudyDraft } from "#server/draft/draft.ts";
import { labelsOf } from "#server/draft/labels-of-draft.ts";
import { rulesContext } from "#server/draft/rules/rules.ts";
import { buildSettings } from "#server/draft/settings/settings.ts";
import { DomainError } from "#server/errors.ts";
import type { PackedFile } from "#server/files/people/people-tasks.ts";
import { canonicalJson } from "#server/log/canonical.ts";
import type { StudySettings } from "#server/log/entries.ts";
import { personIdsFrom } from "#server/log/people.ts";
import type { App } from "#server/services/app/app.ts";
import { type HeldJob, type JobProgress, renewJob } from "#server/services/app/long-job.ts";
import { seedAnchor } from "#server/services/app/seeds.ts";
import { studyWriter } from "#server/services/app/study-writer.ts";
import { acceptedOf } from "#server/services/files/stored-upload.ts";
import { addChunks } from "#server/services/people/add-chunks.ts";
import {
  abandonImport,
  beginImport,
  chunkSize,
  type StagedImport,
} from "#server/services/people/stage-people.ts";
import { checkSettings } from "#server/services/studies/settings.ts";
import { beginLog } from "./create-study.ts";
import { fileKind, findOpenDraft, readFile } from "./draft.ts";

type Publication = {
  readonly job: HeldJob;
  readonly draft: StudyDraft;
  readonly packed: PackedFile;
  readonly hash: string;
};

/**
 * Makes a study of a draft. People arrive in chunks under an import that does not count yet; one last transaction
 * writes the log's first entries and turns the draft into a study. Whatever fails before that leaves the draft alone.
 *
 * @throws DomainError "bad-input" for settings or rows that cannot be taken; "busy" once somebody else has taken over
 */
export async function publishStudy(app: App, publication: Publication): Promise<void> {
  const { job, draft, packed, hash } = publication;
  const renew = (progress: JobProgress) => app.store.tx((tx) => renewJob(tx, job, progress, app.now()));
  const { settings, headers } = await settingsOfDraft(app, job.studyId, draft);
  const { people } = draft;
  if (people === null) throw new DomainError("bad-input", "Upload a file of people.");
  const converted = acceptedOf(await app.pool.run("convertPeopleFile", { packed, people, chunkSize }));
  const anchor = await seedAnchor(app, job.studyId);
  const staged = { studyId: job.studyId, importId: app.newId(), fileHash: hash, count: converted.count };
  await renew({ done: 0, total: converted.count });
  await app.store.tx(async (tx) => {
    await lockStudy(tx, job.studyId);
    await beginImport(tx, staged, { now: app.now(), isAlone: true });
  });
  try {
    await addChunks(app, staged, { ...converted, firstOrdinal: 1 }, renew);
    await turnIntoStudy(app, { ...publication, settings, headers, staged, anchor });
  } catch (error) {
    await abandonImport(app, staged);
    throw error;
  }
}

async function settingsOfDraft(
  app: App,
  studyId: string,
  draft: StudyDraft,
): Promise<{ settings: StudySettings; headers: readonly string[] }> {
  const { reading } = await app.store.read((db) => readFile(db, studyId));
  const context = rulesContext(draft, reading);
  if (context === null) throw new DomainError("bad-input", "Upload a file of people.");
  const settings = buildSettings(draft.settings, context);
  checkSettings(settings);
  return { settings, headers: context.reading.columns.map(({ name }) => name) };
}

/** Runs its body maybe twice, so everything in it is computed from what is given. */
function turnIntoStudy(
  app: App,
  parts: Publication & {
    settings: StudySettings;
    headers: readonly string[];
    staged: StagedImport;
    anchor: string;
  },
): Promise<void> {
  const { job, draft, settings, headers, staged, anchor } = parts;
  const { studyId, importId, count, fileHash } = staged;
  return app.store.tx(async (tx) => {
    const study = await lockStudy(tx, studyId);
    const isSame = (await findOpenDraft(tx, studyId))?.revision === draft.revision;
    const now = app.now();
    const isOurs = await updateRunningJob(tx, job, { state: "done", updatedAt: now });
    if (study === undefined || !isSame || !isOurs) {
      throw new DomainError(
        "draft-outdated",
        "The draft changed while it was being published. Nothing was published.",
      );
    }
    const { writer, flush } = studyWriter(tx, study, now);
    const text = { purpose: draft.purpose.purpose.trim(), body: draft.purpose.guidelines };
    await beginLog(writer, { settings, anchor, operatorId: job.accountId, ...text });
    const { seq } = writer.append("people.imported", { fileHash, ...personIdsFrom(1, count), count });
    await finishImport(tx, studyId, importId, seq);
    writer.patch({ state: "ready", settings: canonicalJson(settings) });
    await flush();
    const labels = JSON.stringify(labelsOf(draft, headers));
    await settleDraft(tx, studyId, { name: draft.purpose.name.trim(), labels });
    await deleteJobs(tx, studyId, fileKind);
  });
}
