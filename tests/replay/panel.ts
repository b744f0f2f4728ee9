/** Eligible pairs and the panel's decision (docs/log-format.md, section 4), in exact arithmetic. */

import type { Json } from "./canonical.ts";
import { compare, minus, type Ratio } from "./decimal.ts";
import { makesReport } from "./decision.ts";
import type { PairRule } from "./settings.ts";

export interface Pair {
  readonly high: number;
  readonly low: number;
}

export interface Violation extends Pair {
  readonly flagCount: number;
  readonly weight: string;
}

/** gap(high, low) > alpha, strictly. */
export function isEligible(chances: readonly Ratio[], alpha: Ratio, { high, low }: Pair): boolean {
  const gap = gapOf(chances, { high, low });
  return high !== low && gap !== null && compare(gap, alpha) > 0;
}

/** All violations with their weights; `flags` holds the flagged pairs of each place. */
export function decide(
  flags: readonly (readonly Pair[])[],
  { neededFlags, rule }: { readonly neededFlags: number; readonly rule: Json },
  chances: readonly Ratio[],
  pairRule: PairRule,
): Violation[] {
  const flagged = new Map<string, Pair & { places: Set<number> }>();
  for (const [place, pairs] of flags.entries()) {
    for (const { high, low } of pairs) {
      const key = `${high} ${low}`;
      const pair = flagged.get(key) ?? { high, low, places: new Set() };
      pair.places.add(place);
      flagged.set(key, pair);
    }
  }
  const found = [...flagged.values()]
    .filter(({ places }) => makesReport(rule, neededFlags, places))
    .map(({ high, low, places }) => ({ high, low, flagCount: places.size }))
    .sort((a, b) => a.high - b.high || a.low - b.low);
  if (pairRule === "all") return found.map((pair) => ({ ...pair, weight: "1" }));
  if (pairRule === "average") return found.map((pair) => ({ ...pair, weight: String(1 / found.length) }));
  const chosen = found.reduce<(typeof found)[number] | null>((best, pair) => {
    if (best === null) return pair;
    const byFlags = pairRule === "most-flags" ? pair.flagCount - best.flagCount : 0;
    return (byFlags || compareGaps(chances, pair, best)) > 0 ? pair : best;
  }, null);
  return found.map((pair) => ({ ...pair, weight: pair === chosen ? "1" : "0" }));
}

function compareGaps(chances: readonly Ratio[], a: Pair, b: Pair): number {
  const [first, second] = [gapOf(chances, a), gapOf(chances, b)];
  return first === null || second === null ? 0 : compare(first, second);
}

/** Derives a pair's verdict from a tolerance in percentage points: unfair if the gap is strictly greater. */
export function wordOfTolerance(chances: readonly Ratio[], pair: Pair, points: number): string {
  const gap = gapOf(chances, pair);
  const limit = { n: BigInt(points), d: 100n };
  return gap !== null && compare(gap, limit) > 0 ? "unfair" : "acceptable";
}

function gapOf(chances: readonly Ratio[], { high, low }: Pair): Ratio | null {
  const [above, below] = [chances[high], chances[low]];
  return above === undefined || below === undefined ? null : minus(above, below);
}
