import { deviceItems, type Items } from "#components/judging/ballots/device.ts";
import { type Place, placeKey } from "#components/judging/ballots/verdict-storage.ts";
import { keyOf, type PairKey, type Verdicts } from "#components/judging/ballots/verdicts.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

/** Nobody compares two people in less. */
const QUICK_MS = 2_000;

/**
 * How long the newest verdict on each pair took, for whoever gave it: it stays on the device and is sent nowhere.
 */
export function verdictTimes(place: Place, items: Items = deviceItems()) {
  const name = `evenhand/quick/${placeKey(place)}`;
  const read = () => new Set(items.getItem(name)?.split(" "));
  return {
    /** @param ms since the pair came into view; only whether it was quick is kept */
    note: (key: PairKey, ms: number): void => {
      const quick = read();
      if (ms < QUICK_MS === quick.has(key)) return;
      if (ms < QUICK_MS) quick.add(key);
      else quick.delete(key);
      items.setItem(name, [...quick].join(" "));
    },
    /** How many of the verdicts that stand took less than two seconds. */
    quickCount: (pairs: Judging["pairs"], verdicts: Verdicts): number => {
      const quick = read();
      return pairs.filter((pair) => verdicts.has(keyOf(pair)) && quick.has(keyOf(pair))).length;
    },
  };
}
