import type { Job } from "#server/platform/app/job-queue.ts";

/**
 * How many jobs of each group a process runs at once. Long jobs have groups of their own, so that a close or a reminder
 * never waits for an import or for a receiver of webhooks. There are as many simulations and rehearsals as worker threads for them
 * (server/workers/pools.ts), so that the time limit of one does not include waiting for others.
 */
export const concurrencyLimits = { short: 6, long: 4, simulations: 2, webhooks: 4 } as const;

export type ConcurrencyGroup = keyof typeof concurrencyLimits;

export function concurrencyGroupOf({ kind }: Pick<Job, "kind">): ConcurrencyGroup {
  if (["simulation", "panel-rehearsal"].includes(kind)) return "simulations";
  if (kind === "send-webhook") return "webhooks";
  return ["import-people", "publish", "record-outcomes"].includes(kind) ? "long" : "short";
}
