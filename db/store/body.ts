import { DrizzleQueryError } from "drizzle-orm";
import type { StatementQueue } from "./statement-queue.ts";
import { StoreError } from "./store-error.ts";

/**
 * Time limit of a body. A body only does database work, so one that takes this long waits for something that will not
 * happen.
 */
const bodyLimitMs = 30_000;

/**
 * Runs a body behind its statement queue and closes the queue.
 *
 * @param translate converts the engine's error into a StoreError
 * @throws the StoreError of a failed statement, whether or not the body caught it; otherwise what the body itself threw
 */
export async function runBody<T>(
  queue: StatementQueue,
  body: () => Promise<T>,
  translate: (driverError: unknown) => StoreError,
  limitMs = bodyLimitMs,
): Promise<T> {
  try {
    const value = await within(limitMs, body());
    await queue.close();
    if (queue.failure !== undefined) throw queue.failure;
    return value;
  } catch (error) {
    await queue.close();
    throw isSameFailure(error, queue.failure) ? translate(queue.failure) : error;
  }
}

/**
 * Returns whether an error only wraps the failure. Drizzle's own error repeats the statement with its values, which are
 * personal data and must not be logged.
 */
function isSameFailure(error: unknown, failure: unknown): boolean {
  if (failure === undefined) return false;
  return error === failure || (error instanceof DrizzleQueryError && error.cause === failure);
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new StoreError("ended-transaction", `The body of a transaction did not end within ${limitMs} ms.`),
      );
    }, limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
