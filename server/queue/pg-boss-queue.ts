import { PgBoss } from "pg-boss";
import type { App } from "#server/platform/app/app.ts";
import { type Job, type JobQueue, jobSchema, keyOf } from "#server/platform/app/job-queue.ts";
import { incident } from "#server/platform/process/incident.ts";
import { logger } from "#server/platform/process/logger.ts";
import { runOnce } from "./run-once.ts";

const queueName = "work";
const schema = "evenhand_jobs";

/** So much is done at once by one process. */
const atOnce = 6;

/** Also where it is told of new work: nobody tells it when work for later is due. Its own default then is 30 seconds. */
const often = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

export type PgBossQueue = { readonly queue: JobQueue<App>; readonly stop: () => Promise<void> };

/**
 * Work goes through a queue in the database, to whichever process is free. The queue may lose or double a job: what is to
 * be done stands in our own tables.
 *
 * @param isHere whether this process takes work, or only hands it on
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
  // Taken for dead after ten seconds without a sign of life; then somebody else gets it.
  const patience = { heartbeatSeconds: 10, expireInSeconds: 4 * 3_600, retryLimit: 3 };
  const forgetting = { deleteAfterSeconds: 3_600, retentionSeconds: 24 * 3_600 };
  await boss.createQueue(queueName, { policy: "short", notify: true, ...patience, ...forgetting });
  const queue: JobQueue<App> = { isHere, enqueue: (_, work, inMs) => send(boss, work, inMs) };
  if (isHere) {
    const options = { localConcurrency: atOnce, ...often };
    await boss.work<unknown>(queueName, options, async ([job]) => {
      const work = jobSchema.parse(job?.data);
      const wait = await runOnce(app, work);
      if (wait !== null) await send(boss, work, Math.max(1_000, wait));
    });
  }
  return { queue, stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}

/** What is to be done later does not stand in the way of the same now. */
async function send(boss: PgBoss, work: Job, inMs: number): Promise<void> {
  const later =
    inMs > 0 ? { startAfter: Math.ceil(inMs / 1_000), singletonKey: `later ${keyOf(work)}` } : null;
  const once = work.kind === "mail-checkpoint" ? { retryLimit: 0 } : {};
  try {
    await boss.send(queueName, work, { ...(later ?? { singletonKey: keyOf(work) }), ...once });
  } catch (error) {
    // The sweep finds it.
    incident(error, "hand work on");
  }
}
