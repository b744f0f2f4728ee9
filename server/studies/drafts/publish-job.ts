import * as t from "#messages/refusals.ts";
import type { App } from "#server/platform/app/app.ts";
import { type RecordedJob, readJob, requestJob } from "#server/platform/app/job-lease.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { requireWholeUpload } from "#server/studies/uploads/stored-file.ts";
import {
  findOpenDraft,
  lockDraft,
  peopleKind,
  publishKind,
  readFile,
  requireOpenDraft,
} from "./open-draft.ts";
import { beaconFor, publishStudy } from "./publish-study.ts";
import { requireComplete } from "./require-complete.ts";

/** The longest time for publishing a study, in milliseconds. */
const publishLimit = 60 * 60_000;

/**
 * Starts publishing a draft. Use `readPublishing` for its progress.
 *
 * @throws DomainError "bad-input" with everything that is missing; "draft-outdated"; "busy" while it is being published
 */
export async function startPublishing(
  app: App,
  { studyId, accountId, revision }: { studyId: string; accountId: string; revision: number },
): Promise<{ finished: Promise<void> }> {
  const id = app.newId();
  await app.store.tx(async (tx) => {
    const { draft } = await lockDraft(tx, studyId, app, revision);
    const { reading } = await readFile(tx, studyId);
    requireComplete(draft, reading);
    beaconFor(app, draft);
    await requestJob(tx, { id, studyId, kind: publishKind, accountId }, app);
  });
  return { finished: enqueue(app, { kind: publishKind, studyId, id }) };
}

/** Publishes the draft, which cannot change meanwhile. Nothing of it counts before the last transaction. */
export const publishJob: RecordedJob = {
  kind: publishKind,
  limitMs: publishLimit,
  isRestartable: true,
  async run(app, job) {
    const { studyId } = job;
    const publication = await app.store.read(async (db) => {
      const draft = await requireOpenDraft(db, studyId);
      const { reading } = await readFile(db, studyId);
      return {
        ...requireComplete(draft, reading),
        language: (await requireStudy(db, studyId)).language,
        ...(await requireWholeUpload(db, peopleKind, { studyId })),
      };
    });
    await publishStudy(app, { ...publication, job });
    enqueue(app, { kind: "keep-checkpoints", studyId });
  },
};

/** Reads the progress of a study's publication. */
export function readPublishing(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const job = await readJob(db, studyId, publishKind, app);
    if (job.state === "none") return { state: "none" as const };
    if (job.state === "done" || (await findOpenDraft(db, studyId)) === null)
      return { state: "done" as const };
    if (job.state === "running") return { state: "running" as const, done: job.done, total: job.total };
    if (job.state === "failed") {
      return { state: "failed" as const, message: job.message, problems: job.problems };
    }
    return { state: "failed" as const, message: t.publishingStopped(), problems: [] };
  });
}
