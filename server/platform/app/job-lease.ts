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

/** Work of many transactions: a row in `job` with a lease says who is at it, how far it is and how it ended. */

/** How long it may be silent before it is taken for dead: short, so that a killed process is soon replaced. */
const leaseLength = 15_000;
const renewEvery = 4_000;

/** Times of what is noted by the clock, of leases by what no clock moves. */
type Clocks = Pick<App, "now" | "timekeeper">;

/** The right to do the work, which somebody else may take over once it runs out. */
export type HeldJob = {
  readonly studyId: string;
  readonly id: string;
  readonly fence: number;
  readonly accountId: string;
};

/** What is at work in a study at most once at a time. */
export type LongWork = {
  readonly kind: string;
  /** What is said while it goes on. */
  readonly busy: string;
};

export type JobProgress = { readonly done: number; readonly total: number };

/** Locks a study while no work of this kind goes on. @throws DomainError "busy" */
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
 * Notes in a transaction that has locked the study that the work begins; its caller has asked {@link isRunning}. Whoever
 * was at it before and fell silent has lost the right, also if it wakes up.
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

/** Work whose right may be taken: as it stood when somebody looked. */
export type AbandonedJob = Pick<HeldJob, "studyId" | "id" | "fence"> & {
  readonly work: string;
  readonly leaseUntil: number;
};

/** The work of these kinds whose holder fell silent. */
export async function listAbandonedJobs(app: App, kinds: readonly string[]): Promise<AbandonedJob[]> {
  const running = await app.store.read((db) => listRunningJobs(db, kinds));
  const steady = app.timekeeper.steady();
  return running.flatMap(({ kind, leaseUntil, ...job }) =>
    isHeld(leaseUntil, steady, leaseLength) ? [] : [{ ...job, work: kind, leaseUntil: leaseUntil ?? 0 }],
  );
}

/** Takes the right to work that was left; whoever had it before has lost it. @returns null if it was taken or went on meanwhile */
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

/** Lets go of work that was just begun, so that a worker takes it. */
export async function enqueueForWorker(app: App, job: HeldJob, work: string): Promise<void> {
  const leaseUntil = Math.round(app.timekeeper.steady());
  await app.store.tx((tx) => updateRunningJob(tx, job, { leaseUntil, updatedAt: app.now() }));
  const { studyId, id, fence } = job;
  await enqueue(app, { kind: "carry-out", studyId, id, fence, work, leaseUntil });
}

/** Keeps the right while something goes on that notes no progress. */
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

/** Notes the progress and keeps the right. @throws DomainError "busy" if it was lost meanwhile */
export async function renewJob(tx: Tx, job: HeldJob, progress: JobProgress, clocks: Clocks): Promise<void> {
  const patch = { ...progress, leaseUntil: leaseFrom(clocks), updatedAt: clocks.now() };
  if (!(await updateRunningJob(tx, job, patch))) throw takenOver();
}

/** Notes that it is done, and what was done. @throws DomainError "busy" if the right was lost meanwhile */
export async function finishJob(tx: Tx, job: HeldJob, result: object, now: number): Promise<void> {
  const patch = { state: "done" as const, result: JSON.stringify(result), updatedAt: now };
  if (!(await updateRunningJob(tx, job, patch))) throw takenOver();
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

/** Why a job failed, from its row. */
export function failureOf(error: string): JobFailure {
  return failureSchema.parse(JSON.parse(error));
}

/** "stopped": its lease ran out, which means that its server died. */
export type JobStanding =
  | { readonly state: "none" }
  | ({ readonly state: "running" | "stopped" | "cancelled" } & JobProgress)
  | { readonly state: "done"; readonly result: string | null }
  | ({ readonly state: "failed" } & JobProgress & JobFailure);

/** How the last work of a kind goes. */
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

/** Whether a job is at work. */
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
