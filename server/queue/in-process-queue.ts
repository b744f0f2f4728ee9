import type { Store } from "#db/store/store.ts";
import type { App } from "#server/platform/app/app.ts";
import { type Job, type JobQueue, keyOf } from "#server/platform/app/job-queue.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";
import { runOnce } from "./run-once.ts";

type Turn = { last: Promise<void>; timer: NodeJS.Timeout | undefined };

/** The longest timer, in milliseconds: timers have a limit, and the clock may be reset in the meantime. */
const maxTimerMs = 60_000;

/** A queue in this process. Jobs with the same key run one after another. */
export const inProcessQueue: JobQueue<App> = {
  isHere: true,
  async enqueue(app, work, inMs) {
    const turns = turnsOf(app.store);
    const key = keyOf(work);
    const turn = turns.get(key) ?? { last: Promise.resolve(), timer: undefined };
    turns.set(key, turn);
    if (inMs > 0) {
      later(app, work, turn, inMs);
      return;
    }
    clearTimeout(turn.timer);
    turn.timer = undefined;
    const mine = turn.last.then(async () => {
      const wait = await runOnce(app, work);
      if (turn.last === mine) settle(app, work, turn, wait);
    });
    turn.last = mine;
    await mine;
  },
};

/** Returns whether this process is running a job or has it scheduled. */
export function isExpected(store: Store, work: Job): boolean {
  return turnsOf(store).has(keyOf(work));
}

function settle(app: App, work: Job, turn: Turn, wait: number | null): void {
  if (wait === null) turnsOf(app.store).delete(keyOf(work));
  else later(app, work, turn, wait);
}

function later(app: App, work: Job, turn: Turn, inMs: number): void {
  clearTimeout(turn.timer);
  turn.timer = setTimeout(() => inProcessQueue.enqueue(app, work, 0), Math.min(inMs, maxTimerMs)).unref();
}

function turnsOf(store: Store): Map<string, Turn> {
  return processWideOf("work-turns", store, () => new Map<string, Turn>());
}
