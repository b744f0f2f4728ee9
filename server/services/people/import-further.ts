import { updateRunningJob } from "#db/queries/jobs.ts";
import { finishImport } from "#db/queries/people.ts";
import { DomainError } from "#server/errors.ts";
import type { PlannedPeople } from "#server/files/people/further-tasks.ts";
import { personIdsFrom } from "#server/log/people.ts";
import type { App } from "#server/services/app/app.ts";
import {
  beginJob,
  failJob,
  type HeldJob,
  type JobProgress,
  readJob,
  renewJob,
} from "#server/services/app/long-job.ts";
import { writeStudy } from "#server/services/app/study-writer.ts";
import { addChunks } from "./add-chunks.ts";
import { ended, importKind, lockIdle, planFurther, removeFurther } from "./further-people.ts";
import type { ImportReceipt } from "./import-people.ts";
import { abandonImport, beginImport, type StagedImport } from "./stage-people.ts";

/**
 * Begins to import the stored file as its preview showed it; `readImporting` tells how it goes. People arrive in chunks
 * and count at the end (docs/decisions/0004): whatever fails before leaves nothing behind, and the file waits on.
 *
 * @param input.plan the hash of the preview that was confirmed
 * @throws DomainError "draft-outdated" if it would do something else by now; "bad-input"; "busy"; "study-ended"
 */
export async function startImporting(
  app: App,
  input: { studyId: string; accountId: string; fileId: string; plan: string },
): Promise<{ finished: Promise<void> }> {
  const { studyId, accountId, fileId } = input;
  const { plan, fileHash } = await planFurther(app, { studyId, fileId });
  if (plan.hash !== input.plan || !plan.isReady) {
    throw new DomainError(
      "draft-outdated",
      "This is not what the preview showed. Look at the new one first.",
    );
  }
  const id = app.newId();
  const job = await app.store.tx(async (tx) => {
    const now = await lockIdle(app, tx, studyId);
    return beginJob(tx, { id, studyId, kind: importKind, accountId, now });
  });
  const finished = importAll(app, job, { ...plan, fileHash }).catch((error: unknown) =>
    failJob(app, job, error, "further people"),
  );
  return { finished };
}

/** How the last import goes or went. */
export function readImporting(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const job = await readJob(db, studyId, importKind, app.now());
    if (job.state === "done") {
      return { state: "done" as const, receipt: JSON.parse(job.result ?? "{}") as ImportReceipt };
    }
    if (job.state === "none") return { state: "none" as const };
    if (job.state === "running") return { state: "running" as const, ...job.progress };
    const message = job.state === "failed" ? job.message : "The server was stopped while it imported them.";
    return { state: "failed" as const, message };
  });
}

async function importAll(app: App, job: HeldJob, plan: PlannedPeople & { fileHash: string }): Promise<void> {
  const { studyId } = job;
  const { count, fileHash } = plan;
  const staged = { studyId, importId: app.newId(), fileHash, count };
  const firstOrdinal = await writeStudy(app, studyId, async ({ tx, study, now }) => {
    if (study.state === "ended") throw ended();
    // Only the holder of the job imports; what another left unfinished is dead.
    return beginImport(tx, staged, { now, isAlone: true });
  });
  const renew = (progress: JobProgress) => app.store.tx((tx) => renewJob(tx, job, progress, app.now()));
  try {
    await addChunks(app, staged, { ...plan, firstOrdinal }, renew);
    await finish(app, job, staged, firstOrdinal);
  } catch (error) {
    await abandonImport(app, staged);
    throw error;
  }
}

function finish(app: App, job: HeldJob, staged: StagedImport, firstOrdinal: number): Promise<void> {
  const { studyId, importId, fileHash, count } = staged;
  return writeStudy(app, studyId, async ({ tx, append, now }) => {
    const { first, last } = personIdsFrom(firstOrdinal, count);
    const { seq } = append("people.imported", { fileHash, first, last, count });
    const receipt: ImportReceipt = { first, last, count, seq };
    const done = { state: "done" as const, result: JSON.stringify(receipt), updatedAt: now };
    if (!(await updateRunningJob(tx, job, done))) {
      throw new DomainError("busy", "This work was taken over by somebody else.");
    }
    await finishImport(tx, studyId, importId, seq);
    await removeFurther(tx, studyId);
  });
}
