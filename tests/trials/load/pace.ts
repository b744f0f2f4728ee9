import { setTimeout as sleep } from "node:timers/promises";

/**
 * Acts at a constant rate, whether or not earlier acts have ended, because people do not wait for one another. A late act
 * gets the moment at which it was due, so that a stall of the server cannot hide in requests that were never sent.
 *
 * @returns when all acts have ended
 */
export async function atPace(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  act: (index: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const begun: Promise<void>[] = [];
  const start = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = start + (1_000 * index) / perSecond;
    const early = dueAt - performance.now();
    if (early > 1) await sleep(early);
    begun.push(act(index, dueAt));
  }
  await Promise.all(begun);
}
