import type { Reader } from "#db/store/store.ts";
import type { App } from "#server/platform/app/app.ts";
import {
  beginJob,
  enqueueForWorker,
  failJob,
  type HeldJob,
  readJob,
  withLease,
} from "#server/platform/app/job-lease.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { requireWholeUpload } from "#server/studies/uploads/stored-file.ts";
import { requireComplete } from "./complete.ts";
import { findOpenDraft, lockDraft, peopleKind, publishKind, readFile } from "./draft.ts";
import { beaconFor, publishStudy } from "./publish-study.ts";

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
  const begun = await app.store.tx(async (tx) => {
    const { draft } = await lockDraft(tx, studyId, app, revision);
    const { reading } = await readFile(tx, studyId);
    const complete = requireComplete(draft, reading);
    beaconFor(app, draft);
    const job = await beginJob(tx, { id, studyId, kind: publishKind, accountId }, app);
    return { ...complete, job, ...(await requireWholeUpload(tx, peopleKind, { studyId })) };
  });
  const finished = app.work.queue.isHere
    ? publish(app, begun)
    : enqueueForWorker(app, begun.job, publishKind);
  return { finished };
}

/** Resumes a publication that another process began. Nothing of it counts yet. */
export async function resumePublishing(app: App, job: HeldJob): Promise<void> {
  const { studyId } = job;
  try {
    const read = await app.store.read(async (db) => {
      const draft = await findOpenDraft(db, studyId);
      if (draft === null) return null;
      const { reading } = await readFile(db, studyId);
      return {
        ...requireComplete(draft, reading),
        ...(await requireWholeUpload(db, peopleKind, { studyId })),
      };
    });
    if (read === null) return;
    await publish(app, { ...read, job });
  } catch (error) {
    await failJob(app, job, error, publishKind);
  }
}

async function publish(app: App, publication: Parameters<typeof publishStudy>[1]): Promise<void> {
  const { job } = publication;
  try {
    await withLease(app, job, publishStudy(app, publication));
    enqueue(app, { kind: "keep-checkpoints", studyId: job.studyId });
  } catch (error) {
    await failJob(app, job, error, publishKind);
  }
}

/** Reads the progress of a study's publication. */
export function readPublishing(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const job = await readJob(db, studyId, publishKind, app);
    if (job.state === "none") return { state: "none" as const };
    if (job.state === "done" || !(await isDraft(db, studyId))) return { state: "done" as const };
    if (job.state === "running") return { state: "running" as const, done: job.done, total: job.total };
    if (job.state === "failed") {
      return { state: "failed" as const, message: job.message, problems: job.problems };
    }
    const message = "The server was stopped while it published. Nothing was published; begin again.";
    return { state: "failed" as const, message, problems: [] };
  });
}

async function isDraft(db: Reader, studyId: string): Promise<boolean> {
  return (await findOpenDraft(db, studyId)) !== null;
}
