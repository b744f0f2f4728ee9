import { z } from "zod";
import { findLastJob, insertJob, type JobRow, updateRunningJob } from "#db/queries/jobs.ts";
import { lockStudy, type StudyRow } from "#db/queries/studies.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import { incident } from "#server/services/process/incident.ts";
import type { App } from "./app.ts";
import { refusalOf } from "./refusals.ts";
import { isHeld } from "./timekeeper.ts";

/** Work of many transactions: a row in `job` with a lease says who is at it, how far it is and how it ended. */

/** How long it may be silent before it is taken for dead. */
const leaseLength = 60_000;

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
    return { state: "failed", done, total, ...failureSchema.parse(JSON.parse(error)) };
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
