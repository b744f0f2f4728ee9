import { findLastJob, insertJob, type JobRow, updateRunningJob } from "#db/queries/jobs.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { DomainError, type InputProblem } from "#server/errors.ts";
import { incident } from "#server/services/process/incident.ts";
import type { App } from "./app.ts";
import { refusalOf } from "./refusals.ts";

/** Work of many transactions: a row in `job` with a lease says who is at it, how far it is and how it ended. */

/** How long it may be silent before it is taken for dead. */
const leaseLength = 60_000;

/** The right to do the work, which somebody else may take over once it runs out. */
export type HeldJob = {
  readonly studyId: string;
  readonly id: string;
  readonly fence: number;
  readonly accountId: string;
};

export type JobProgress = { readonly done: number; readonly total: number };

/**
 * Notes in a transaction that has locked the study that the work begins; its caller has asked {@link isRunning}. Whoever
 * was at it before and fell silent has lost the right, also if it wakes up.
 */
export async function beginJob(
  tx: Tx,
  { id, studyId, kind, accountId, now }: Omit<HeldJob, "fence"> & { kind: string; now: number },
): Promise<HeldJob> {
  const last = await findLastJob(tx, studyId, kind);
  if (last?.state === "running") {
    await updateRunningJob(tx, { studyId, ...last }, { state: "cancelled", updatedAt: now });
  }
  const fence = (last?.fence ?? 0) + 1;
  const times = { leaseUntil: now + leaseLength, createdAt: now, updatedAt: now };
  const row = { studyId, id, kind, state: "running" as const, params: "{}", fence, ...times };
  await insertJob(tx, { ...row, createdBy: accountId });
  return { studyId, id, fence, accountId };
}

/** Notes the progress and keeps the right. @throws DomainError "busy" if it was lost meanwhile */
export async function renewJob(tx: Tx, job: HeldJob, progress: JobProgress, now: number): Promise<void> {
  const patch = { progress: JSON.stringify(progress), leaseUntil: now + leaseLength, updatedAt: now };
  if (!(await updateRunningJob(tx, job, patch))) {
    throw new DomainError("busy", "This work was taken over by somebody else.");
  }
}

/** Notes why it ended, in words that may be shown. */
export async function failJob(app: App, job: HeldJob, error: unknown, where: string): Promise<void> {
  const { message, problems } = refusalOf(error) ?? { ...incident(error, where), problems: [] };
  const failure: JobFailure = { message, problems };
  const patch = { state: "failed" as const, error: JSON.stringify(failure), updatedAt: app.now() };
  await app.store
    .tx((tx) => updateRunningJob(tx, job, patch))
    .catch((lost: unknown) => incident(lost, `${where}: the failure could not be noted`));
}

export type JobFailure = { readonly message: string; readonly problems: readonly InputProblem[] };

export type JobStanding =
  | {
      readonly state: "none" | "stopped" | "done";
      readonly progress: JobProgress;
      readonly result: string | null;
    }
  | ({ readonly state: "running" } & { readonly progress: JobProgress })
  | ({ readonly state: "failed"; readonly progress: JobProgress } & JobFailure);

/** How the last work of a kind goes; "stopped" if its lease ran out, which means that its server died. */
export async function readJob(db: Reader, studyId: string, kind: string, now: number): Promise<JobStanding> {
  const job = await findLastJob(db, studyId, kind);
  const progress = parseProgress(job?.progress ?? null);
  if (job === undefined) return { state: "none", progress, result: null };
  if (job.state === "done") return { state: "done", progress, result: job.result };
  if (job.state === "failed") return { state: "failed", progress, ...parseFailure(job.error) };
  return isRunning(job, now) ? { state: "running", progress } : { state: "stopped", progress, result: null };
}

/** Whether a job is at work. */
export function isRunning(job: Pick<JobRow, "state" | "leaseUntil"> | undefined, now: number): boolean {
  return job?.state === "running" && (job.leaseUntil ?? 0) > now;
}

function parseFailure(error: string | null): JobFailure {
  return error === null ? { message: "It failed.", problems: [] } : (JSON.parse(error) as JobFailure);
}

function parseProgress(progress: string | null): JobProgress {
  return progress === null ? { done: 0, total: 0 } : (JSON.parse(progress) as JobProgress);
}
