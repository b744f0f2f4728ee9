import { z } from "zod";
import { findLanguage } from "#db/queries/accounts.ts";
import {
  cancelOpenJob,
  claimJob,
  findJob,
  findLastJob,
  insertJob,
  type JobRow,
  listOpenJobs,
  updateRunningJob,
} from "#db/queries/jobs.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import { incident } from "#server/platform/process/incident.ts";
import { processWide } from "#server/platform/process/process-wide.ts";
import { workIn } from "#server/platform/process/request.ts";
import type { App } from "./app.ts";
import type { RecordedKind } from "./job-queue.ts";
import { refusalOf } from "./refusals.ts";
import type { Study } from "./study-settings.ts";
import { lockWithSettings } from "./study-writer.ts";
import { type JobAdvice, takenOver, withTimeLimit } from "./time-limit.ts";
import { isHeld } from "./timekeeper.ts";

/**
 * Jobs with a row in `job`: it says who may run the job, by a lease, and records its progress and its result. The queue
 * runs them (server/queue/recorded-jobs.ts).
 */

/**
 * How long a job may go without a sign of life before its process counts as dead, in milliseconds. Short, so that a
 * killed process is soon replaced.
 */
const leaseLength = 15_000;

/**
 * The clocks of a job: `now` for recorded times, and `timekeeper` for leases, because clock changes do not affect it.
 */
type Clocks = Pick<App, "now" | "timekeeper">;

/** A job that this process runs. Another process may take it over once its lease runs out. */
export type HeldJob = {
  readonly studyId: string;
  readonly id: string;
  readonly fence: number;
  /** The account that requested it. */
  readonly accountId: string;
  readonly params: string | null;
  readonly createdAt: number;
  /** Whether another process began it before. */
  readonly isRestarted: boolean;
};

export type RecordedJob = {
  readonly kind: RecordedKind;
  /** The longest time that it may run, in milliseconds. */
  readonly limitMs: number;
  /** What the user can do after that. */
  readonly advice?: JobAdvice;
  /** Whether it is started again if its process has died; steps already done are detected. */
  readonly isRestartable: boolean;
  /** How long it waits before it runs, in milliseconds. */
  readonly delayMs?: number;
  /** Does the job, and records its end. */
  readonly run: (app: App, job: HeldJob, signal: AbortSignal) => Promise<void>;
};

type JobKey = { readonly studyId: string; readonly id: string };

export type JobProgress = { readonly done: number; readonly total: number };

/** The message shown while a job of a kind waits or runs. */
export type Busy = { readonly kind: RecordedKind; readonly busy: () => string };

/** Locks a study if no job of this kind waits or runs. @throws DomainError "busy" */
export async function lockIdle(
  tx: Tx,
  studyId: string,
  { kind, busy }: Busy,
  clocks: Clocks,
): Promise<Study | undefined> {
  const study = await lockWithSettings(tx, studyId);
  if (isRunning(await findLastJob(tx, studyId, kind), clocks)) throw new DomainError("busy", busy());
  return study;
}

/**
 * Records a job for the queue, in a transaction that has locked the study, and cancels an earlier one of its kind. The
 * caller enqueues it after the transaction.
 */
export async function requestJob(
  tx: Tx,
  { kind, accountId, params, ...key }: JobKey & { kind: RecordedKind; accountId: string; params?: object },
  { now }: Clocks,
): Promise<void> {
  const at = now();
  const last = await findLastJob(tx, key.studyId, kind);
  if (last !== undefined) await cancelOpenJob(tx, { ...key, id: last.id }, at);
  const fence = (last?.fence ?? 0) + 1;
  const times = { createdAt: at, updatedAt: at };
  const given = params === undefined ? {} : { params: JSON.stringify(params) };
  await insertJob(tx, { ...key, ...given, kind, state: "waiting", fence, createdBy: accountId, ...times });
}

/** Cancels a study's newest job of a kind, whether it waits or runs. */
export async function cancelJob(app: App, studyId: string, kind: RecordedKind): Promise<void> {
  const id = await app.store.tx(async (tx) => {
    const last = await findLastJob(tx, studyId, kind);
    if (last !== undefined) await cancelOpenJob(tx, { studyId, id: last.id }, app.now());
    return last?.id;
  });
  stopHere(id);
}

/** Stops a job at once if this process runs it; another process notices when it renews its lease. */
export function stopHere(id: string | undefined): void {
  if (id !== undefined) running().get(id)?.abort(takenOver());
}

const running = () => processWide("recorded-jobs", () => new Map<string, AbortController>());

/** Lists jobs that wait and restartable ones whose process has died, with the time until each is due. */
export async function listDueJobs(app: App, jobs: readonly RecordedJob[]): Promise<DueJob[]> {
  const open = await app.store.read(listOpenJobs);
  return open.flatMap(({ studyId, id, ...row }) => {
    const job = jobs.find(({ kind }) => kind === row.kind);
    if (job === undefined || !mayClaim(job, row, app)) return [];
    // Without a delay the clock does not matter, which another server may have set otherwise.
    const inMs = job.delayMs === undefined ? 0 : Math.max(0, row.createdAt + job.delayMs - app.now());
    return [{ kind: job.kind, studyId, id, inMs }];
  });
}

type DueJob = JobKey & { readonly kind: RecordedKind; readonly inMs: number };

/**
 * Runs a job that waits or whose process has died, unless another process has it: in the language of the account that
 * requested it. Never throws.
 */
export async function runRecordedJob(app: App, job: RecordedJob, key: JobKey): Promise<void> {
  const held = await claim(app, job, key);
  if (held === null) return;
  const language = await app.store.read((db) => findLanguage(db, held.accountId));
  await workIn(language, () => runHeld(app, job, held));
}

async function runHeld(app: App, job: RecordedJob, held: HeldJob): Promise<void> {
  const stop = new AbortController();
  running().set(held.id, stop);
  const renew = () =>
    app.store.tx((tx) => updateRunningJob(tx, held, { leaseUntil: leaseFrom(app), updatedAt: app.now() }));
  const { kind, limitMs, advice } = job;
  const limit = { limitMs, where: kind, ...(advice !== undefined && { advice }), stop, renew };
  try {
    await withTimeLimit(app, limit, (signal) => job.run(app, held, signal));
  } catch (error) {
    await failJob(app, held, stop.signal.aborted ? stop.signal.reason : error, kind);
  } finally {
    running().delete(held.id);
  }
}

/** Takes the lease on a job; an earlier holder loses it. @returns null if it is done, or another process has it */
function claim(app: App, job: RecordedJob, key: JobKey): Promise<HeldJob | null> {
  return app.store.tx(async (tx) => {
    const row = await findJob(tx, key);
    if (row === undefined || row.createdBy === null || !mayClaim(job, row, app)) return null;
    const { params, createdAt, createdBy: accountId } = row;
    const fence = row.fence + 1;
    const patch = { state: "running" as const, fence, leaseUntil: leaseFrom(app), updatedAt: app.now() };
    if (!(await claimJob(tx, { ...key, ...row }, patch))) return null;
    return { ...key, fence, accountId, params, createdAt, isRestarted: row.state === "running" };
  });
}

function mayClaim({ isRestartable }: RecordedJob, row: Lease, clocks: Pick<Clocks, "timekeeper">): boolean {
  return row.state === "waiting" || (row.state === "running" && isRestartable && !isRunning(row, clocks));
}

type Lease = Pick<JobRow, "state" | "leaseUntil">;

/** Records progress and renews the lease. @throws DomainError "busy" if the lease was lost in the meantime */
export async function renewJob(tx: Tx, job: HeldJob, progress: JobProgress, clocks: Clocks): Promise<void> {
  const patch = { ...progress, leaseUntil: leaseFrom(clocks), updatedAt: clocks.now() };
  if (!(await updateRunningJob(tx, job, patch))) throw takenOver();
}

/** Records the end of a job and its result, if it has one. @throws DomainError "busy" if the lease was lost */
export async function finishJob(tx: Tx, job: HeldJob, result: object | null, now: number): Promise<void> {
  const patch = { state: "done" as const, result: result && JSON.stringify(result), updatedAt: now };
  if (!(await updateRunningJob(tx, job, patch))) throw takenOver();
}

/** Records why a job failed, in words that may be shown to users. */
async function failJob(app: App, job: HeldJob, error: unknown, where: string): Promise<void> {
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
export type JobStatus =
  | { readonly state: "none" }
  | ({ readonly state: "running" | "stopped" | "cancelled" } & JobProgress)
  | { readonly state: "done"; readonly result: string | null }
  | ({ readonly state: "failed" } & JobProgress & JobFailure);

export async function readJob(db: Reader, studyId: string, kind: string, clocks: Clocks): Promise<JobStatus> {
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

/** Returns whether a job waits for its turn, or is running. */
export function isRunning(job: Lease | undefined, { timekeeper }: Pick<Clocks, "timekeeper">): boolean {
  if (job?.state === "waiting") return true;
  return job?.state === "running" && isHeld(job.leaseUntil, timekeeper.steady(), leaseLength);
}

function leaseFrom({ timekeeper }: Clocks): number {
  return Math.round(timekeeper.steady()) + leaseLength;
}
