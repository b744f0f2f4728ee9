import type { App } from "#server/platform/app/app.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { readProgramVersion } from "#server/platform/process/program-version.ts";
import { type RecentError, recentErrors } from "#server/platform/process/recent-errors.ts";
import { countStreams } from "#server/results/events/stream-places.ts";
import { type Gauges, readDiskFree, readGauges } from "./gauges.ts";

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
  readonly jobs: Gauges["jobs"];
  /** Tasks of this process's worker threads. */
  readonly tasks: ReturnType<App["pool"]["counts"]>;
  readonly databaseBytes: number;
  readonly diskFreeBytes: number | null;
  /** Errors of this process, newest first. */
  readonly errors: readonly RecentError[];
};

export async function readHealth(app: App): Promise<ServerHealth> {
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
    tasks: app.pool.counts(),
    databaseBytes,
    diskFreeBytes: await readDiskFree(),
    errors: recentErrors(),
  };
}
