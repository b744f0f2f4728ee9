import type { App } from "#server/platform/app/app.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { readProgramVersion } from "#server/platform/process/program-version.ts";
import { recentErrors } from "#server/platform/process/recent-errors.ts";
import { countStreams } from "#server/results/events/stream-places.ts";
import { readDiskFree, readGauges } from "./gauges.ts";

/** Reads the few figures that show whether this server is healthy. */
export async function readHealth(app: App) {
  const { hour } = metrics();
  const { jobs, databaseBytes } = await readGauges(app);
  return {
    version: await readProgramVersion(),
    engine: app.store.engine === "sqlite" ? ("SQLite" as const) : ("PostgreSQL" as const),
    startedAt: Math.round(Date.now() - process.uptime() * 1_000),
    /** Seals in this process within the last hour. */
    seals: hour.seals.sum(),
    longestCommitMs: Math.round(hour.commitWait.most()),
    longestDelayMs: Math.round(hour.loopDelay.most()),
    streams: countStreams(),
    jobs,
    /** Tasks of this process's worker threads. */
    tasks: app.pool.counts(),
    databaseBytes,
    diskFreeBytes: await readDiskFree(),
    /** Errors of this process, newest first. */
    errors: recentErrors(),
  };
}
