import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { logger } from "#server/platform/process/logger.ts";
import type { App } from "./app.ts";

/** How often a time limit is checked and a lease is renewed, in milliseconds. */
const checkEvery = 2_000;

/** What the user can do after the time limit. */
export type JobAdvice = Parameters<typeof t.tookTooLong>[0]["advice"];

type Limit = {
  /** The longest time for the work, in milliseconds by the steady clock. */
  readonly limitMs: number;
  /** The name of the work in the application log. */
  readonly where: string;
  readonly advice?: JobAdvice;
  /** Stops the work early when it is aborted. */
  readonly stop?: AbortController;
  /** Called every two seconds until the end. @returns whether the caller still holds its lease */
  readonly renew?: () => Promise<boolean>;
};

/**
 * Does some work until it ends, its time limit is over, its lease is lost or it is stopped. Work that does not end is
 * left alone: its signal is aborted, its lease is not renewed any more, and it can write nothing that needs the lease.
 *
 * @throws DomainError "busy" at the time limit and without the lease; the reason of `stop`; errors of the work
 */
export async function withTimeLimit<T>(
  { timekeeper }: Pick<App, "timekeeper">,
  limit: Limit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { limitMs, stop = new AbortController(), renew = async () => true } = limit;
  const until = timekeeper.steady() + limitMs;
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  stop.signal.addEventListener("abort", () => reject(stop.signal.reason));
  const timer = setInterval(async () => {
    if (timekeeper.steady() > until) return stop.abort(tooLong(limit));
    const isHeld = await renew().catch((cause: unknown) => {
      logger().warn({ cause }, "a lease could not be renewed");
      return true;
    });
    if (!isHeld) stop.abort(takenOver());
  }, checkEvery);
  try {
    return await Promise.race([work(stop.signal), stopped]);
  } finally {
    clearInterval(timer);
  }
}

/** The refusal of a process that has lost its lease. */
export function takenOver(): DomainError {
  return new DomainError("busy", t.jobCancelled());
}

function tooLong({ limitMs, where, advice = "again" }: Limit): DomainError {
  logger().error({ where, limitMs }, "a job was given up because it took too long");
  return new DomainError("busy", t.tookTooLong({ minutes: limitMs / 60_000, advice }));
}
