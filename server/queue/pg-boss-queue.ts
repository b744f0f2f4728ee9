import { PgBoss } from "pg-boss";
import type { App } from "#server/platform/app/app.ts";
import {
  type Job,
  type JobCounts,
  type JobKind,
  type JobQueue,
  jobSchema,
  keyOf,
} from "#server/platform/app/job-queue.ts";
import { incident } from "#server/platform/process/incident.ts";
import { logger } from "#server/platform/process/logger.ts";
import { concurrencyGroupOf, concurrencyLimits } from "./concurrency.ts";
import { runOnce } from "./run-once.ts";

const schema = "evenhand_jobs";

/**
 * Polling intervals, which also apply where notifications arrive: delayed jobs send none when they are due. The default
 * with notifications is 30 seconds.
 */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

export type PgBossQueue = { readonly queue: JobQueue<App>; readonly stop: () => Promise<void> };

/**
 * Opens a queue in the database, which gives each job to any free process. The queue may lose or duplicate a job: what
 * there is to do is recorded in our own tables.
 *
 * @param isHere whether this process runs jobs, or only enqueues them
 */
export async function openPgBossQueue(app: App, databaseUrl: string, isHere: boolean): Promise<PgBossQueue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "evenhand jobs",
    schema,
    max: 3,
    schedule: false,
    supervise: isHere,
    superviseIntervalSeconds: 5,
    useListenNotify: isHere,
    persistWarnings: false,
  });
  boss.on("error", (error) => logger().warn({ err: error }, "the job queue"));
  await boss.start();
  // A job without a heartbeat for ten seconds counts as abandoned; then another process gets it.
  const expiry = { heartbeatSeconds: 10, expireInSeconds: 4 * 3_600, retryLimit: 3 };
  const retention = { deleteAfterSeconds: 3_600, retentionSeconds: 24 * 3_600 };
  for (const [group, localConcurrency] of Object.entries(concurrencyLimits)) {
    await boss.createQueue(group, { policy: "short", notify: true, ...expiry, ...retention });
    if (!isHere) continue;
    await boss.work<unknown>(group, { localConcurrency, ...polling }, async ([next]) => {
      const job = jobSchema.parse(next?.data);
      const wait = await runOnce(app, job);
      if (wait !== null) await send(boss, job, Math.max(1_000, wait));
    });
  }
  const queue: JobQueue<App> = { enqueue: (_, job, inMs) => send(boss, job, inMs), count: () => count(boss) };
  return { queue, stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}

async function count(boss: PgBoss): Promise<Partial<Record<JobKind, JobCounts>>> {
  const { rows } = await boss.getDb().executeSql(
    `select data->>'kind' as kind,
      count(*) filter (where state < 'active' and start_after > now())::int as scheduled,
      count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
      count(*) filter (where state = 'active')::int as running
    from ${schema}.job where state <= 'active' group by 1`,
  );
  return Object.fromEntries(rows.map(({ kind, ...counts }) => [kind, counts]));
}

/** Sends a job. A delayed job does not block the same job from running now. */
async function send(boss: PgBoss, job: Job, inMs: number): Promise<void> {
  const later =
    inMs > 0 ? { startAfter: Math.ceil(inMs / 1_000), singletonKey: `later ${keyOf(job)}` } : null;
  const once = job.kind === "mail-checkpoint" ? { retryLimit: 0 } : {};
  try {
    await boss.send(concurrencyGroupOf(job), job, { ...(later ?? { singletonKey: keyOf(job) }), ...once });
  } catch (error) {
    // The next sweep finds it.
    incident(error, "enqueue a job");
  }
}
