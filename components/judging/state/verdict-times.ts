import { type PairKey, pairKeyOf, type Verdicts } from "#components/judging/ballots/verdicts.ts";
import { type Place, placeKey } from "#components/judging/ballots/verdicts-on-device.ts";
import { deviceItems, type Items } from "#components/ui/browser-storage.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

/** Too short to compare two people. */
export const QUICK_MS = 2_000;

/**
 * Stores how long the newest verdict on each pair took, for the auditor's own information. The times stay on the
 * device and are never sent.
 */
export function verdictTimes(place: Place, items: Items = deviceItems()) {
  const name = `evenhand/quick/${placeKey(place)}`;
  const read = () => new Set(items.getItem(name)?.split(" "));
  return {
    /** @param ms since the pair came into view; only whether it was quick is stored */
    note: (key: PairKey, ms: number): void => {
      const quick = read();
      if (ms < QUICK_MS === quick.has(key)) return;
      if (ms < QUICK_MS) quick.add(key);
      else quick.delete(key);
      items.setItem(name, [...quick].join(" "));
    },
    /** Counts the current verdicts that took less than QUICK_MS. */
    quickCount: (pairs: Judging["pairs"], verdicts: Verdicts): number => {
      const quick = read();
      return pairs.filter((pair) => verdicts.has(pairKeyOf(pair)) && quick.has(pairKeyOf(pair))).length;
    },
  };
}
