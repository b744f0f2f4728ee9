import type { Features } from "#server/learner/config/spec.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/**
 * The charges of places: the number of a place and its sum, one after the other, ascending by number, for the places
 * whose sum is not 0. Places are the intervals of thresholds (runs.ts) or vectors of answers (vector-sums.ts). Few of
 * them ever have a person.
 */
export type PlaceSums = Float64Array;

/**
 * Adds charges that are already on the grid. This is exact.
 *
 * @param placesOf the places that a charge on a person goes to
 * @returns new sums
 * Cost: O(sums + charges log charges).
 */
export function addToPlaces(
  sums: PlaceSums,
  charges: readonly Charge[],
  placesOf: (individual: Features) => readonly number[],
): PlaceSums {
  const more = new Map<number, number>();
  for (const { individual, cost } of charges) {
    for (const place of placesOf(individual)) more.set(place, (more.get(place) ?? 0) + cost);
  }
  return merged(
    sums,
    [...more].sort(([a], [b]) => a - b),
  );
}

function merged(sums: PlaceSums, more: readonly (readonly [number, number])[]): PlaceSums {
  const all = new Float64Array(sums.length + 2 * more.length);
  let [from, to] = [0, 0];
  const put = (place: number, sum: number) => {
    if (sum === 0) return;
    all[to++] = place;
    all[to++] = sum;
  };
  for (const [place, cost] of more) {
    let end = from;
    while (end < sums.length && (sums[end] as number) < place) end += 2;
    all.set(sums.subarray(from, end), to);
    to += end - from;
    from = end;
    const isThere = from < sums.length && sums[from] === place;
    put(place, cost + (isThere ? (sums[from + 1] as number) : 0));
    if (isThere) from += 2;
  }
  all.set(sums.subarray(from), to);
  return all.slice(0, to + sums.length - from);
}

/**
 * @param count the number of places
 * @throws LearnerError "snapshot-damaged" unless these are sums in this form
 */
export function checkSums(count: number, sums: Float64Array): void {
  let before = -1;
  for (let at = 0; at < sums.length; at += 2) {
    const [place = -1, sum = 0] = sums.subarray(at, at + 2);
    if (!Number.isInteger(place) || place <= before || place >= count || sum === 0) {
      throw new LearnerError("snapshot-damaged", `a sum of ${sum} under ${place}, after ${before}`);
    }
    before = place;
  }
}
