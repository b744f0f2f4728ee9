import { setTimeout as sleep } from "node:timers/promises";

/**
 * Acts so often a second, whether or not what was begun before has ended: people do not wait for one another. What is late
 * itself is given the moment it was due at, so that no stall of the server hides in a request that was never sent.
 *
 * @returns when everything that was begun has ended
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
