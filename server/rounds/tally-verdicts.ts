import { nextTurn } from "#db/store/pause.ts";
import { pairKey } from "#server/audit-log/pairs.ts";
import { parseVerdicts } from "#server/audit-log/verdicts.ts";

/** A pair that at least one ballot judged, and how often each verdict was given. */
export type VerdictTally = {
  readonly high: number;
  readonly low: number;
  unfair: number;
  acceptable: number;
  unsure: number;
  /** Tolerances in points, from the ballots that give one, in the order of the ballots. */
  readonly tolerances: number[];
};

/** Counts the verdicts of ballots for each pair, by {@link pairKey}. Other requests get a turn between two ballots. */
export async function tallyVerdicts(
  ballots: readonly { verdicts: string }[],
): Promise<Map<number, VerdictTally>> {
  const tallies = new Map<number, VerdictTally>();
  for (const { verdicts } of ballots) {
    await nextTurn();
    for (const [high, low, word, tolerance] of parseVerdicts(verdicts)) {
      const key = pairKey(high, low);
      const tally = tallies.get(key) ?? { high, low, unfair: 0, acceptable: 0, unsure: 0, tolerances: [] };
      tally[word] += 1;
      if (tolerance !== undefined) tally.tolerances.push(tolerance);
      tallies.set(key, tally);
    }
  }
  return tallies;
}
