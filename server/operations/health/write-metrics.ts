import { Gauge, Registry } from "prom-client";
import type { App } from "#server/platform/app/app.ts";
import { expectedWaitMs } from "#server/platform/process/load-shedding.ts";
import { logger } from "#server/platform/process/logger.ts";
import { loopDelayMs } from "#server/platform/process/loop-delay.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { countStreams } from "#server/results/watching/stream-places.ts";
import { readDiskFree, readGauges } from "./gauges.ts";

type Value = readonly [name: string, help: string, value: number];

/**
 * Writes all metrics in the format of Prometheus. Without a database, its metrics are left out and
 * `evenhand_database_up` is 0.
 */
export async function writeMetrics(
  openApp: () => Promise<App>,
): Promise<{ text: string; contentType: string }> {
  const { registry } = metrics();
  const now = new Registry();
  for (const [name, help, value] of [
    ...ownValues(),
    ...(await diskValues()),
    ...(await databaseValues(openApp)),
  ]) {
    new Gauge({ name: `evenhand_${name}`, help, registers: [now] }).set(value);
  }
  const parts = await Promise.all([registry.metrics(), now.metrics()]);
  return { text: parts.join("\n"), contentType: registry.contentType };
}

function ownValues(): Value[] {
  return [
    ["event_streams", "Event streams that are open.", countStreams()],
    ["loop_late_seconds", "How late the event loop is.", loopDelayMs() / 1_000],
    [
      "expected_wait_seconds",
      "How long a request would wait for the thread; above 0.75 it is refused.",
      expectedWaitMs() / 1_000,
    ],
  ];
}

async function diskValues(): Promise<Value[]> {
  const free = await readDiskFree();
  return free === null ? [] : [["disk_free_bytes", "What is left on the disk of the data folder.", free]];
}

async function databaseValues(openApp: () => Promise<App>): Promise<Value[]> {
  const up = (value: 0 | 1): Value => ["database_up", "Whether the database answers.", value];
  try {
    const app = await openApp();
    const { jobs, leases, databaseBytes } = await readGauges(app);
    return [
      up(1),
      [
        "write_backlog_seconds",
        "How long the first who waits to write has waited.",
        app.store.backlogOf("write") / 1_000,
      ],
      ["jobs_waiting", "Jobs that nobody has begun, of all servers.", jobs.waiting],
      ["jobs_running", "Jobs at work, of all servers.", jobs.running],
      ["learner_leases", "Studies whose learner is updated, of all servers.", leases],
      ["database_bytes", "What the database takes on its disk.", databaseBytes],
    ];
  } catch (cause) {
    logger().warn({ cause }, "the metrics are without the database");
    return [up(0)];
  }
}
