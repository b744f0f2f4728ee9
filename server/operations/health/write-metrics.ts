import { Gauge, Registry } from "prom-client";
import type { App } from "#server/platform/app/app.ts";
import type { JobCounts } from "#server/platform/app/job-queue.ts";
import { expectedWaitMs, maxWaitMs } from "#server/platform/process/load-shedding.ts";
import { logger } from "#server/platform/process/logger.ts";
import { loopDelayMs } from "#server/platform/process/loop-delay.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { countStreams } from "#server/results/events/stream-places.ts";
import { readDiskFree, readGauges } from "./gauges.ts";

type Value = readonly [name: string, help: string, value: number | readonly Labelled[]];

/** A value with the label that tells it from others of the same name. */
type Labelled = { readonly label: "kind" | "pool"; readonly of: string; readonly value: number };

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
    const values = typeof value === "number" ? [] : value;
    const labelNames = [...new Set(values.map(({ label }) => label))];
    const gauge = new Gauge({ name: `evenhand_${name}`, help, labelNames, registers: [now] });
    if (typeof value === "number") gauge.set(value);
    for (const { label, of, value } of values) gauge.set({ [label]: of }, value);
  }
  const parts = await Promise.all([registry.metrics(), now.metrics()]);
  return { text: parts.join("\n"), contentType: registry.contentType };
}

function ownValues(): Value[] {
  return [
    ["event_streams", "Open event streams.", countStreams()],
    ["loop_late_seconds", "Event loop lag.", loopDelayMs() / 1_000],
    [
      "expected_wait_seconds",
      `How long a new request would wait for the main thread. Above ${maxWaitMs / 1_000} seconds it is refused.`,
      expectedWaitMs() / 1_000,
    ],
  ];
}

async function diskValues(): Promise<Value[]> {
  const free = await readDiskFree();
  return free === null ? [] : [["disk_free_bytes", "Free bytes on the disk of the data folder.", free]];
}

async function databaseValues(openApp: () => Promise<App>): Promise<Value[]> {
  const up = (value: 0 | 1): Value => ["database_up", "1 if the database answers, otherwise 0.", value];
  try {
    const app = await openApp();
    const { jobs, leases, databaseBytes } = await readGauges(app);
    const jobsThat = (state: keyof JobCounts) =>
      jobs.map(({ kind, ...counts }): Labelled => ({ label: "kind", of: kind, value: counts[state] }));
    const tasksThat = (state: "waiting" | "running") =>
      Object.entries(app.pool.counts()).map(
        ([pool, counts]): Labelled => ({ label: "pool", of: pool, value: counts[state] }),
      );
    return [
      up(1),
      [
        "write_backlog_seconds",
        "How long the oldest waiting transaction has waited to write.",
        app.store.backlogOf("write") / 1_000,
      ],
      ["jobs_scheduled", "Jobs scheduled for later, of all servers, by kind.", jobsThat("scheduled")],
      ["jobs_waiting", "Jobs that are due and have not begun, of all servers, by kind.", jobsThat("waiting")],
      ["jobs_running", "Jobs that are running, of all servers, by kind.", jobsThat("running")],
      ["worker_tasks_waiting", "Tasks that wait for a worker thread, by pool.", tasksThat("waiting")],
      ["worker_tasks_running", "Tasks that a worker thread is running, by pool.", tasksThat("running")],
      ["learner_leases", "Studies whose learner is being updated, of all servers.", leases],
      ["database_bytes", "Size of the database in bytes.", databaseBytes],
    ];
  } catch (cause) {
    logger().warn({ cause }, "the metrics are without the database");
    return [up(0)];
  }
}
