import { isStoreError } from "#db/store/store-error.ts";
import { isDomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { runRecordedJob } from "#server/platform/app/job-lease.ts";
import type { Job } from "#server/platform/app/job-queue.ts";
import { withTimeLimit } from "#server/platform/app/time-limit.ts";
import { incident } from "#server/platform/process/incident.ts";
import { logger } from "#server/platform/process/logger.ts";
import { handlers } from "./handlers.ts";
import { recordedJobs } from "./recorded-jobs.ts";

/** The delay before a failed job is retried, in milliseconds. */
const retryAfterMs = 60_000;

/**
 * Runs a job once, within the time limit of its kind. Never throws.
 *
 * @returns the milliseconds after which to look again; null if it is done
 */
export async function runOnce(app: App, job: Job): Promise<number | null> {
  try {
    return await run(app, job);
  } catch (error) {
    // A server that is ending leaves the rest to the next one.
    if (isStoreError(error) && error.code === "closed") return null;
    if (isDomainError(error)) {
      logger().warn({ ...job, code: error.code }, "a job was refused, and is tried again");
    } else incident(error, `job: ${job.kind}`);
    return retryAfterMs;
  }
}

async function run(app: App, job: Job): Promise<number | null> {
  if ("id" in job) {
    await runRecordedJob(app, recordedJobs[job.kind], job);
    return null;
  }
  const { kind, ...data } = job;
  // The handler of `kind` takes the data of `kind`, which the compiler cannot infer from the table.
  const { run, limitMs } = handlers[kind] as unknown as {
    limitMs: number;
    run: (app: App, data: object, signal: AbortSignal) => Promise<number | null>;
  };
  return withTimeLimit(app, { limitMs, where: kind }, (signal) => run(app, data, signal));
}
