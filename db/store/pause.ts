import { setImmediate, setTimeout } from "node:timers/promises";

/** Lets everything that is ready in the event loop run first. */
export async function nextTurn(): Promise<void> {
  await setImmediate();
}

/**
 * Waits before attempt number `attempt` (from 1) at a contended resource. Random, so that two contenders do not collide
 * again; longer each time, up to `mostMs`.
 */
export async function pauseBeforeRetry(attempt: number, mostMs: number): Promise<void> {
  const range = Math.min(mostMs, 2 ** Math.min(attempt, 16));
  await setTimeout(Math.random() * range);
}
