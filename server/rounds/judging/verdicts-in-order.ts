import { pairKey } from "#server/audit-log/pairs.ts";
import type { Verdict, VerdictWord } from "#server/audit-log/verdicts.ts";

/** Returns the saved verdict for each pair of a queue, null where there is none. Cost: O(pairs + saved). */
export function verdictsInOrder(
  queue: readonly (readonly [high: number, low: number])[],
  saved: readonly Verdict[],
): (VerdictWord | null)[] {
  const given = new Map(saved.map(([high, low, word]) => [pairKey(high, low), word]));
  return queue.map(([high, low]) => given.get(pairKey(high, low)) ?? null);
}
