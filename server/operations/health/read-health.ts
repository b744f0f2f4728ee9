import type { App } from "#server/platform/app/app.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { readProgramVersion } from "#server/platform/process/program-version.ts";
import { type RecentError, recentErrors } from "#server/platform/process/recent-errors.ts";
import { countStreams } from "#server/results/watching/stream-places.ts";
import { readDiskFree, readGauges } from "./gauges.ts";

/** The few figures that show whether this server is healthy. */
export type ServerHealth = {
  readonly version: string;
  readonly engine: "SQLite" | "PostgreSQL";
  readonly startedAt: number;
  /** Seals in this process within the last hour. */
  readonly seals: number;
  readonly longestCommitMs: number;
  readonly longestDelayMs: number;
  readonly streams: number;
  /** Jobs of all servers on this database. */
  readonly jobs: { readonly waiting: number; readonly running: number };
  readonly databaseBytes: number;
  readonly diskFreeBytes: number | null;
  /** Errors of this process, newest first. */
  readonly errors: readonly RecentError[];
};

export async function readHealth(app: Pick<App, "now" | "store" | "timekeeper">): Promise<ServerHealth> {
  const { hour } = metrics();
  const { jobs, databaseBytes } = await readGauges(app);
  return {
    version: await readProgramVersion(),
    engine: app.store.engine === "sqlite" ? "SQLite" : "PostgreSQL",
    startedAt: Math.round(Date.now() - process.uptime() * 1_000),
    seals: hour.seals.sum(),
    longestCommitMs: Math.round(hour.commitWait.most()),
    longestDelayMs: Math.round(hour.loopDelay.most()),
    streams: countStreams(),
    jobs,
    databaseBytes,
    diskFreeBytes: await readDiskFree(),
    errors: recentErrors(),
  };
}
