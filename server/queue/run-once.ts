import { isStoreError } from "#db/store/store-error.ts";
import { isDomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import type { Job } from "#server/platform/app/job-queue.ts";
import { incident } from "#server/platform/process/incident.ts";
import { logger } from "#server/platform/process/logger.ts";
import { handle } from "./handlers.ts";

/** Until what failed is tried again, in milliseconds. */
const afterTrouble = 60_000;

/** Does one thing, once. Never throws. @returns after how many milliseconds to look again; null: it is done */
export async function runOnce(app: App, work: Job): Promise<number | null> {
  try {
    return await handle(app, work);
  } catch (error) {
    // A server that ends leaves the rest to the next one.
    if (isStoreError(error) && error.code === "closed") return null;
    if (isDomainError(error)) {
      const { kind, studyId } = work;
      logger().warn({ work: kind, studyId, code: error.code }, "work was refused, and is tried again");
    } else incident(error, `work: ${work.kind}`);
    return afterTrouble;
  }
}
