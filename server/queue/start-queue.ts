import type { App } from "#server/platform/app/app.ts";
import { setting } from "#server/platform/process/settings.ts";
import { findDueJobs } from "./find-due-jobs.ts";
import { inProcessQueue, isExpected } from "./in-process-queue.ts";
import { openPgBossQueue } from "./pg-boss-queue.ts";

/**
 * Starts the job queue and takes over abandoned jobs. With SQLite, this process runs all jobs; with PostgreSQL, a queue
 * gives each one to any free server or worker.
 *
 * @param isHere whether this process runs jobs, or leaves all of them to others
 * @returns a function that stops the queue gracefully
 */
export async function startQueue(app: App, isHere: boolean): Promise<() => Promise<void>> {
  const databaseUrl = setting("DATABASE_URL");
  if (databaseUrl === null) {
    app.work.queue = inProcessQueue;
    findDueJobs(app, (job) => isExpected(app.store, job));
    return async () => undefined;
  }
  const { queue, stop } = await openPgBossQueue(app, databaseUrl, isHere);
  app.work.queue = queue;
  // No check for jobs already enqueued: the queue removes duplicates.
  if (isHere) findDueJobs(app, () => false);
  return stop;
}
