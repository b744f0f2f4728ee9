import { setImmediate, setTimeout } from "node:timers/promises";

/** Yields to the event loop. */
export async function nextTurn(): Promise<void> {
  await setImmediate();
}

/**
 * Waits before retry number `attempt` (from 1) with exponential backoff and full jitter, for at most `mostMs`.
 */
export async function pauseBeforeRetry(attempt: number, mostMs: number): Promise<void> {
  const range = Math.min(mostMs, 2 ** Math.min(attempt, 16));
  await setTimeout(Math.random() * range);
}
