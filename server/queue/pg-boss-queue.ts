import { PgBoss } from "pg-boss";
import type { App } from "#server/platform/app/app.ts";
import { type Job, type JobQueue, jobSchema, keyOf } from "#server/platform/app/job-queue.ts";
import { incident } from "#server/platform/process/incident.ts";
import { logger } from "#server/platform/process/logger.ts";
import { runOnce } from "./run-once.ts";

const queueName = "work";
const schema = "evenhand_jobs";

/** How many jobs one process runs at once. */
const concurrency = 6;

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
    application_name: "evenhand work",
    schema,
    max: 3,
    schedule: false,
    supervise: isHere,
    superviseIntervalSeconds: 5,
    useListenNotify: isHere,
    persistWarnings: false,
  });
  boss.on("error", (error) => logger().warn({ err: error }, "the queue of work"));
  await boss.start();
  // A job without a heartbeat for ten seconds counts as abandoned; then another process gets it.
  const expiry = { heartbeatSeconds: 10, expireInSeconds: 4 * 3_600, retryLimit: 3 };
  const retention = { deleteAfterSeconds: 3_600, retentionSeconds: 24 * 3_600 };
  await boss.createQueue(queueName, { policy: "short", notify: true, ...expiry, ...retention });
  const queue: JobQueue<App> = { isHere, enqueue: (_, work, inMs) => send(boss, work, inMs) };
  if (isHere) {
    const options = { localConcurrency: concurrency, ...polling };
    await boss.work<unknown>(queueName, options, async ([job]) => {
      const work = jobSchema.parse(job?.data);
      const wait = await runOnce(app, work);
      if (wait !== null) await send(boss, work, Math.max(1_000, wait));
    });
  }
  return { queue, stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}

/** Sends a job. A delayed job does not block the same job from running now. */
async function send(boss: PgBoss, work: Job, inMs: number): Promise<void> {
  const later =
    inMs > 0 ? { startAfter: Math.ceil(inMs / 1_000), singletonKey: `later ${keyOf(work)}` } : null;
  const once = work.kind === "mail-checkpoint" ? { retryLimit: 0 } : {};
  try {
    await boss.send(queueName, work, { ...(later ?? { singletonKey: keyOf(work) }), ...once });
  } catch (error) {
    // The next sweep finds it.
    incident(error, "hand work on");
  }
}
