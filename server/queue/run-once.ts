import { isStoreError } from "#db/store/store-error.ts";
import { isDomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import type { Job } from "#server/platform/app/job-queue.ts";
import { incident } from "#server/platform/process/incident.ts";
import { logger } from "#server/platform/process/logger.ts";
import { handle } from "./handlers.ts";

/** The delay before a failed job is retried, in milliseconds. */
const retryAfterMs = 60_000;

/** Runs a job once. Never throws. @returns the milliseconds after which to look again; null if it is done */
export async function runOnce(app: App, work: Job): Promise<number | null> {
  try {
    return await handle(app, work);
  } catch (error) {
    // A server that is ending leaves the rest to the next one.
    if (isStoreError(error) && error.code === "closed") return null;
    if (isDomainError(error)) {
      const { kind, studyId } = work;
      logger().warn({ work: kind, studyId, code: error.code }, "work was refused, and is tried again");
    } else incident(error, `work: ${work.kind}`);
    return retryAfterMs;
  }
}
