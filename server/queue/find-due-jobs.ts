import { isStoreError } from "#db/store/store-error.ts";
import type { App } from "#server/platform/app/app.ts";
import { enqueue, type Job } from "#server/platform/app/job-queue.ts";
import { incident } from "#server/platform/process/incident.ts";
import { sweeps } from "./handlers.ts";

/**
 * Starts looking regularly for due jobs that were never enqueued and for jobs whose process died.
 *
 * @param isExpected whether a job will be run anyway
 */
export function findDueJobs(app: App, isExpected: (job: Job) => boolean): void {
  for (const [name, { every }] of Object.entries(sweeps)) {
    const look = () => lookFor(app, name, isExpected);
    look();
    setInterval(look, every).unref();
  }
}

/** @internal */
export async function lookFor(app: App, name: string, isExpected: (job: Job) => boolean): Promise<void> {
  try {
    for (const { inMs = 0, ...job } of (await sweeps[name]?.find(app)) ?? []) {
      if (!isExpected(job)) enqueue(app, job, inMs);
    }
  } catch (error) {
    // A server that is ending leaves the rest to the next one.
    if (isStoreError(error) && error.code === "closed") return;
    incident(error, `look for jobs: ${name}`);
  }
}
