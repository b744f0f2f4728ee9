import { z } from "zod";
import {
  findLastJob,
  insertJob,
  type JobRow,
  listRunningJobs,
  takeRunningJob,
  updateRunningJob,
} from "#db/queries/jobs.ts";
import { lockStudy, type StudyRow } from "#db/queries/studies.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import { incident } from "#server/platform/process/incident.ts";
import { logger } from "#server/platform/process/logger.ts";
import type { App } from "./app.ts";
import { enqueue } from "./job-queue.ts";
import { refusalOf } from "./refusals.ts";
import { isHeld } from "./timekeeper.ts";

/**
 * Jobs that take many transactions. A row in `job` with a lease records which process runs the job, its progress and
 * its result.
 */

/**
 * How long a job may go without a sign of life before its process counts as dead, in milliseconds. Short, so that a
 * killed process is soon replaced.
 */
const leaseLength = 15_000;
const renewEvery = 4_000;

/**
 * The clocks of a job: `now` for recorded times, and `timekeeper` for leases, because clock changes do not affect it.
 */
type Clocks = Pick<App, "now" | "timekeeper">;

/** The lease on a job. Another process may take it over once it runs out. */
export type HeldJob = {
  readonly studyId: string;
  readonly id: string;
  readonly fence: number;
  readonly accountId: string;
};

/** A kind of job that runs at most once at a time in a study. */
export type LongWork = {
  readonly kind: string;
  /** The message shown while the job runs. */
  readonly busy: string;
};

export type JobProgress = { readonly done: number; readonly total: number };

/** Locks a study if no job of this kind is running. @throws DomainError "busy" */
export async function lockIdle(
  tx: Tx,
  studyId: string,
  { kind, busy }: LongWork,
  clocks: Clocks,
): Promise<StudyRow | undefined> {
  const study = await lockStudy(tx, studyId);
  if (isRunning(await findLastJob(tx, studyId, kind), clocks)) throw new DomainError("busy", busy);
  return study;
}

/**
 * Records the start of a job, in a transaction that has locked the study. The caller has checked {@link isRunning}. An
 * earlier holder of the lease that stopped responding has lost it, even if it resumes.
 */
export async function beginJob(
  tx: Tx,
  { id, studyId, kind, accountId }: Omit<HeldJob, "fence"> & { kind: string },
  clocks: Clocks,
): Promise<HeldJob> {
  const now = clocks.now();
  const last = await findLastJob(tx, studyId, kind);
  if (last?.state === "running") {
    await updateRunningJob(tx, { studyId, ...last }, { state: "cancelled", updatedAt: now });
  }
  const fence = (last?.fence ?? 0) + 1;
  const times = { leaseUntil: leaseFrom(clocks), createdAt: now, updatedAt: now };
  const row = { studyId, id, kind, state: "running" as const, fence, ...times };
  await insertJob(tx, { ...row, createdBy: accountId });
  return { studyId, id, fence, accountId };
}

/** A job whose lease may be taken over, as it was when last read. */
export type AbandonedJob = Pick<HeldJob, "studyId" | "id" | "fence"> & {
  readonly work: string;
  readonly leaseUntil: number;
};

/** Lists the jobs of these kinds whose lease has run out. */
export async function listAbandonedJobs(app: App, kinds: readonly string[]): Promise<AbandonedJob[]> {
  const running = await app.store.read((db) => listRunningJobs(db, kinds));
  const steady = app.timekeeper.steady();
  return running.flatMap(({ kind, leaseUntil, ...job }) =>
    isHeld(leaseUntil, steady, leaseLength) ? [] : [{ ...job, work: kind, leaseUntil: leaseUntil ?? 0 }],
  );
}

/**
 * Takes over the lease on an abandoned job; the earlier holder loses it.
 *
 * @returns null if another process took it over or the job resumed in the meantime
 */
export function claimAbandonedJob(
  app: App,
  { studyId, id, fence, leaseUntil }: AbandonedJob,
): Promise<HeldJob | null> {
  const patch = { fence: fence + 1, leaseUntil: leaseFrom(app), updatedAt: app.now() };
  return app.store.tx(async (tx) => {
    const taken = await takeRunningJob(tx, { studyId, id, fence, leaseUntil }, patch);
    if (taken === undefined || taken.createdBy === null) return null;
    return { studyId, id, fence: fence + 1, accountId: taken.createdBy };
  });
}

/** Releases a job that was just created, so that a worker takes it. */
export async function enqueueForWorker(app: App, job: HeldJob, work: string): Promise<void> {
  const leaseUntil = Math.round(app.timekeeper.steady());
  await app.store.tx((tx) => updateRunningJob(tx, job, { leaseUntil, updatedAt: app.now() }));
  const { studyId, id, fence } = job;
  await enqueue(app, { kind: "carry-out", studyId, id, fence, work, leaseUntil });
}

/** Renews the lease while a step runs that records no progress. */
export async function withLease<T>(app: App, job: HeldJob, work: Promise<T>): Promise<T> {
  const renew = () =>
    app.store
      .tx((tx) => updateRunningJob(tx, job, { leaseUntil: leaseFrom(app), updatedAt: app.now() }))
      .catch((cause: unknown) =>
        logger().warn({ cause, studyId: job.studyId }, "a lease could not be renewed"),
      );
  const timer = setInterval(renew, renewEvery);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Records progress and renews the lease. @throws DomainError "busy" if the lease was lost in the meantime */
export async function renewJob(tx: Tx, job: HeldJob, progress: JobProgress, clocks: Clocks): Promise<void> {
  const patch = { ...progress, leaseUntil: leaseFrom(clocks), updatedAt: clocks.now() };
  if (!(await updateRunningJob(tx, job, patch))) throw takenOver();
}

/** Records the end of a job and its result. @throws DomainError "busy" if the lease was lost */
export async function finishJob(tx: Tx, job: HeldJob, result: object, now: number): Promise<void> {
  const patch = { state: "done" as const, result: JSON.stringify(result), updatedAt: now };
  if (!(await updateRunningJob(tx, job, patch))) throw takenOver();
}

/** Records why a job failed, in words that may be shown to users. */
export async function failJob(app: App, job: HeldJob, error: unknown, where: string): Promise<void> {
  const { message, problems } = refusalOf(error) ?? { ...incident(error, where), problems: [] };
  const failure: JobFailure = { message, problems };
  const patch = { state: "failed" as const, error: JSON.stringify(failure), updatedAt: app.now() };
  await app.store
    .tx((tx) => updateRunningJob(tx, job, patch))
    .catch((lost: unknown) => incident(lost, `${where}: the failure could not be noted`));
}

const failureSchema = z.strictObject({
  message: z.string(),
  problems: z
    .array(
      z.strictObject({
        row: z.int().exactOptional(),
        field: z.string().exactOptional(),
        message: z.string(),
      }),
    )
    .readonly(),
});

type JobFailure = z.output<typeof failureSchema>;

/** Reads the reason of a failure from the job's row. */
export function failureOf(error: string): JobFailure {
  return failureSchema.parse(JSON.parse(error));
}

/** The status of a job. "stopped" means that its lease ran out because its server died. */
export type JobStanding =
  | { readonly state: "none" }
  | ({ readonly state: "running" | "stopped" | "cancelled" } & JobProgress)
  | { readonly state: "done"; readonly result: string | null }
  | ({ readonly state: "failed" } & JobProgress & JobFailure);

/** Returns the status of the latest job of a kind. */
export async function readJob(
  db: Reader,
  studyId: string,
  kind: string,
  clocks: Clocks,
): Promise<JobStanding> {
  const job = await findLastJob(db, studyId, kind);
  if (job === undefined) return { state: "none" };
  const { done, total, error } = job;
  if (job.state === "done") return { state: "done", result: job.result };
  if (job.state === "failed" && error !== null) {
    return { state: "failed", done, total, ...failureOf(error) };
  }
  if (job.state === "cancelled") return { state: "cancelled", done, total };
  return { state: isRunning(job, clocks) ? "running" : "stopped", done, total };
}

/** Returns whether a job is running. */
export function isRunning(
  job: Pick<JobRow, "state" | "leaseUntil"> | undefined,
  { timekeeper }: Pick<Clocks, "timekeeper">,
): boolean {
  return job?.state === "running" && isHeld(job.leaseUntil, timekeeper.steady(), leaseLength);
}

function leaseFrom({ timekeeper }: Clocks): number {
  return Math.round(timekeeper.steady()) + leaseLength;
}

function takenOver(): DomainError {
  return new DomainError("busy", "This work was taken over by somebody else.");
}
