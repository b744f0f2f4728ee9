import { compareDecimals, gapExceeds } from "#server/learner/numeric/decimal.ts";

/** The chances of a round: decimals in [0, 1], the doubles nearest to them, and positions from the lowest chance up. */
export type RoundChances = {
  readonly texts: readonly string[];
  readonly values: readonly number[];
  readonly ascending: readonly number[];
};

/** The largest difference that is not judged. */
export type GapLimit = { readonly text: string; readonly value: number };

/**
 * Beyond this distance from the limit, a difference of two doubles agrees with the decimals. Reading a chance and the
 * limit is off by at most 2^-54 each and subtracting by 2^-53, together less than 4e-16.
 */
const safeMargin = 1e-12;

export function roundChances(texts: readonly string[]): RoundChances {
  const values = texts.map(Number);
  const ascending = [...texts.keys()].sort((a, b) => {
    const apart = (values[a] as number) - (values[b] as number);
    return apart === 0 ? compareDecimals(texts[a] as string, texts[b] as string) : apart;
  });
  return { texts, values, ascending };
}

/** Checks whether π(high) - π(low) > α, exactly: by doubles where they decide, otherwise by the decimals. */
export function isBeyond(chances: RoundChances, high: number, low: number, limit: GapLimit): boolean {
  const { texts, values } = chances;
  const excess = (values[high] as number) - (values[low] as number) - limit.value;
  if (Math.abs(excess) > safeMargin) return excess > 0;
  return gapExceeds(texts[high] as string, texts[low] as string, limit.text);
}

/**
 * Counts the ordered pairs of a round that differ by more than the limit. Cost: O(k), because the people far enough
 * below a person are the lowest.
 */
export function countBeyond(chances: RoundChances, limit: GapLimit): number {
  const { ascending } = chances;
  let below = 0;
  let count = 0;
  for (const high of ascending) {
    while (isBeyond(chances, high, ascending[below] as number, limit)) below += 1;
    count += below;
  }
  return count;
}
