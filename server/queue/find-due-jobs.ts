import { isStoreError } from "#db/store/store-error.ts";
import type { App } from "#server/platform/app/app.ts";
import { enqueue, type Job } from "#server/platform/app/job-queue.ts";
import { incident } from "#server/platform/process/incident.ts";
import { handlers } from "./handlers.ts";

/**
 * Starts looking regularly for due work that was never enqueued and for jobs whose process died.
 *
 * @param isExpected whether a job will be run anyway
 */
export function findDueJobs(app: App, isExpected: (work: Job) => boolean): void {
  for (const [kind, { every }] of Object.entries(handlers)) {
    const look = () => lookFor(app, kind as Job["kind"], isExpected);
    look();
    setInterval(look, every).unref();
  }
}

/** @internal */
export async function lookFor(
  app: App,
  kind: Job["kind"],
  isExpected: (work: Job) => boolean,
): Promise<void> {
  try {
    for (const { inMs = 0, ...data } of await handlers[kind].find(app)) {
      const work = { kind, ...data } as Job;
      if (!isExpected(work)) enqueue(app, work, inMs);
    }
  } catch (error) {
    // A server that is ending leaves the rest to the next one.
    if (isStoreError(error) && error.code === "closed") return;
    incident(error, `look for work: ${kind}`);
  }
}
