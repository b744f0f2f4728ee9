import { pairKey } from "#server/audit-log/pairs.ts";
import type { VerdictWord } from "#server/audit-log/verdicts.ts";

type Saved = { readonly high: number; readonly low: number; readonly verdict: VerdictWord };

/** Returns the saved verdict for each pair of a queue, null where there is none. Cost: O(pairs + saved). */
export function verdictsInOrder(
  queue: readonly (readonly [high: number, low: number])[],
  saved: readonly Saved[],
): (VerdictWord | null)[] {
  const given = new Map(saved.map(({ high, low, verdict }) => [pairKey(high, low), verdict]));
  return queue.map(([high, low]) => given.get(pairKey(high, low)) ?? null);
}
