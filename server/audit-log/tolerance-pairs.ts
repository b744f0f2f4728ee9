import type { Features } from "#server/learner/config/spec.ts";
import { compareDecimals } from "#server/learner/numeric/decimal.ts";
import { parseCanonical } from "./canonical.ts";
import { shownTypes } from "./docket.ts";
import { bodySchemas, type StudySettings } from "./entries.ts";
import { gowerDistance } from "./gower.ts";
import { shownCells } from "./shown.ts";

type Pair = [high: number, low: number];

/** The maximum number of pairs of a round for which tolerances are asked. */
const most = 6;

/**
 * Returns the pairs of a round for which its panel is asked how far apart the chances may be: all pairs in the order
 * of their distance, the most alike first, and of these n = min(6, E) that are spread evenly.
 *
 *   places floor(i (E - 1)/(n - 1)), i = 0..n-1,  E = k (k - 1)/2 pairs by d (Gower's distance of the shown fields),
 *   then by the first position, then by the second;  place 0 if n = 1
 *
 * @param chances logged decimals: [k]
 * @param people features of every person, by position: [k]
 * @returns each pair with the person of the greater chance first, of equal chances the lower position; none for k = 1
 * @throws LearnerError "not-a-decimal"; "not-finite"
 * Cost: O(k^2 (n + log k)).
 */
export function tolerancePairs(
  settings: StudySettings,
  { chances, people }: { readonly chances: readonly string[]; readonly people: readonly Features[] },
): Pair[] {
  const cells = people.map((features) => shownCells(settings, features));
  const between = gowerDistance(cells, shownTypes(settings));
  const all = chances.flatMap((_, one) =>
    chances.slice(one + 1).map((__, step) => {
      const other = one + 1 + step;
      return { one, other, distance: between(one, other) };
    }),
  );
  // A sort keeps equal distances in the order of the positions.
  all.sort((a, b) => a.distance - b.distance);
  return tolerancePlaces(all.length).map((place): Pair => {
    const { one, other } = all[place] as (typeof all)[number];
    return isOrdered(chances, [one, other]) ? [one, other] : [other, one];
  });
}

/** Returns the places of the chosen pairs among `count` pairs in the order of their distance. */
function tolerancePlaces(count: number): number[] {
  const chosen = Math.min(most, count);
  return Array.from({ length: chosen }, (_, i) =>
    chosen === 1 ? 0 : Math.floor((i * (count - 1)) / (chosen - 1)),
  );
}

/**
 * Checks what can be checked of logged pairs without features: their number, that they differ, and that each begins
 * with the greater chance.
 */
export function areTolerancePairs(pairs: readonly Readonly<Pair>[], chances: readonly string[]): boolean {
  const count = (chances.length * (chances.length - 1)) / 2;
  const keys = new Set(pairs.map((pair) => pair.toSorted((a, b) => a - b).join()));
  return (
    pairs.length === Math.min(most, count) &&
    keys.size === pairs.length &&
    pairs.every(([high, low]) => Math.max(high, low) < chances.length && isOrdered(chances, [high, low]))
  );
}

function isOrdered(chances: readonly string[], [high, low]: Readonly<Pair>): boolean {
  const order = compareDecimals(chances[high] as string, chances[low] as string);
  return order > 0 || (order === 0 && high < low);
}

/** Reads the pairs from the canonical text in a round's row; null if the panel was not asked. */
export function readTolerancePairs(text: string | null): Pair[] | null {
  return text === null ? null : bodySchemas["round.tolerances-asked"].shape.pairs.parse(parseCanonical(text));
}
