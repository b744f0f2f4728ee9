import type { Store } from "#db/store/store.ts";
import type { App } from "#server/platform/app/app.ts";
import {
  type Job,
  type JobCounts,
  type JobKind,
  type JobQueue,
  keyOf,
} from "#server/platform/app/job-queue.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";
import { Semaphore } from "#server/platform/process/semaphore.ts";
import { type ConcurrencyGroup, concurrencyGroupOf, concurrencyLimits } from "./concurrency.ts";
import { isRecorded } from "./recorded-jobs.ts";
import { runOnce } from "./run-once.ts";

type Turn = {
  readonly kind: JobKind;
  last: Promise<void>;
  timer: NodeJS.Timeout | undefined;
  waiting: number;
  isRunning: boolean;
};

/** The longest timer, in milliseconds: timers have a limit, and the clock may be reset in the meantime. */
const maxTimerMs = 60_000;

/** A queue in this process. Jobs with the same key run one after another. */
export const inProcessQueue: JobQueue<App> = {
  async enqueue(app, job, inMs) {
    const turns = turnsOf(app.store);
    const key = keyOf(job);
    const turn = turns.get(key) ?? {
      ...{ kind: job.kind, last: Promise.resolve(), timer: undefined, waiting: 0, isRunning: false },
    };
    turns.set(key, turn);
    if (inMs > 0) {
      later(app, job, turn, inMs);
      return;
    }
    clearTimeout(turn.timer);
    turn.timer = undefined;
    turn.waiting += 1;
    const mine = turn.last.then(() =>
      semaphoresOf(app.store)[concurrencyGroupOf(job)].run(async () => {
        turn.waiting -= 1;
        turn.isRunning = true;
        const wait = await runOnce(app, job);
        turn.isRunning = false;
        if (turn.last === mine) settle(app, job, turn, wait);
      }),
    );
    turn.last = mine;
    await mine;
  },

  async count({ store }) {
    const counts: Partial<Record<JobKind, JobCounts>> = {};
    for (const { kind, timer, waiting, isRunning } of turnsOf(store).values()) {
      const sum = counts[kind] ?? { scheduled: 0, waiting: 0, running: 0 };
      counts[kind] = {
        scheduled: sum.scheduled + (timer === undefined ? 0 : 1),
        waiting: sum.waiting + waiting,
        running: sum.running + (isRunning ? 1 : 0),
      };
    }
    return counts;
  },
};

/**
 * The queue of a program that ends: it runs the jobs that the program requests, and drops all others, which a server
 * finds later.
 */
export const requestedJobsQueue: JobQueue<App> = {
  ...inProcessQueue,
  enqueue: async (app, job, inMs) => {
    if (isRecorded(job.kind) && inMs === 0) await inProcessQueue.enqueue(app, job, 0);
  },
};

/** Returns whether this process is running a job or has it scheduled. */
export function isExpected(store: Store, job: Job): boolean {
  return turnsOf(store).has(keyOf(job));
}

function settle(app: App, job: Job, turn: Turn, wait: number | null): void {
  if (wait === null) turnsOf(app.store).delete(keyOf(job));
  else later(app, job, turn, wait);
}

function later(app: App, job: Job, turn: Turn, inMs: number): void {
  clearTimeout(turn.timer);
  turn.timer = setTimeout(() => inProcessQueue.enqueue(app, job, 0), Math.min(inMs, maxTimerMs)).unref();
}

function turnsOf(store: Store): Map<string, Turn> {
  return processWideOf("job-turns", store, () => new Map<string, Turn>());
}

function semaphoresOf(store: Store): Record<ConcurrencyGroup, Semaphore> {
  return processWideOf("job-concurrency", store, () => ({
    short: new Semaphore(concurrencyLimits.short, Number.POSITIVE_INFINITY),
    long: new Semaphore(concurrencyLimits.long, Number.POSITIVE_INFINITY),
    simulations: new Semaphore(concurrencyLimits.simulations, Number.POSITIVE_INFINITY),
    webhooks: new Semaphore(concurrencyLimits.webhooks, Number.POSITIVE_INFINITY),
  }));
}
