import type { App } from "#server/platform/app/app.ts";
import { setting } from "#server/platform/process/settings.ts";
import { findDueJobs } from "./find-due-jobs.ts";
import { inProcessQueue, isExpected } from "./in-process-queue.ts";
import { openPgBossQueue } from "./pg-boss-queue.ts";

/**
 * Lays the way that work goes from here on, and takes up what others left. With one file this process does all of it; on
 * PostgreSQL a queue brings it to whichever server or worker is free.
 *
 * @param isHere whether this process does work, or leaves all of it to others
 * @returns what ends it in good order
 */
export async function startQueue(app: App, isHere: boolean): Promise<() => Promise<void>> {
  const databaseUrl = setting("DATABASE_URL");
  if (databaseUrl === null) {
    app.work.queue = inProcessQueue;
    findDueJobs(app, (work) => isExpected(app.store, work));
    return async () => undefined;
  }
  const { queue, stop } = await openPgBossQueue(app, databaseUrl, isHere);
  app.work.queue = queue;
  // The queue has everything once.
  if (isHere) findDueJobs(app, () => false);
  return stop;
}
