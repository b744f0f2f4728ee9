import type { Verdict } from "#server/audit-log/verdicts.ts";

/** What is known of a distance: from <= d < to. A lower end of 0 and an upper end of 1 say nothing. */
export type DistanceInterval = { readonly from: number; readonly to: number };

/** What is known of a distance that nothing was said about. */
export const unknownDistance: DistanceInterval = { from: 0, to: 1 };

/** Tolerances are whole points, so the one that an auditor means lies within half a point. */
const halfPoint = 0.005;
/** "Any difference is acceptable": such a tolerance has no upper end. */
const largestTolerance = 100;

/**
 * Returns what a verdict says about its seat's distance d(x, x') of the two people.
 *
 *   unfair       <=>  gap > d + alpha,  so  d < gap - alpha;   acceptable:  d >= gap - alpha;   unsure: nothing
 *   tolerance t  <=>  unfair exactly from gaps above t/100 on,  so  d = t/100 - alpha, to half a point
 *
 * A seat that flags gaps which alpha allows is stricter than any distance: its d counts as 0. A tolerance of 100 has no
 * upper end. Both ends are cut at 0 and 1, since d is in [0, 1].
 *
 * @param gap chance of the first person less that of the second
 * Source: Def. 2.1 and 2.2 of the paper (an auditor reports a pair if pi(x) - pi(x') > d(x, x') + alpha).
 */
export function statedInterval(gap: number, alpha: number, [, , word, tolerance]: Verdict): DistanceInterval {
  if (word === "unsure") return unknownDistance;
  const limit = cut(gap - alpha);
  const said = word === "unfair" ? { from: 0, to: limit } : { from: limit, to: 1 };
  if (tolerance === undefined) return said;
  const middle = tolerance / 100 - alpha;
  const upper = tolerance === largestTolerance ? 1 : cut(middle + halfPoint);
  return { from: Math.max(said.from, cut(middle - halfPoint)), to: Math.min(said.to, upper) };
}

/**
 * Returns what the statements of a panel's seats say about the panel's distance: that of the pivotal seat.
 *
 *   panel's d = min over the sets of seats that report a pair of the largest d in the set;  r of m: the r-th smallest d
 *
 * It does not fall if the distance of a seat rises. So the lower ends of all seats give its lower end, and the upper
 * ends its upper end. A seat that said nothing has any distance.
 *
 * @param seats by place: [m]
 * @param decides whether these places report a pair; monotone, true for all places
 * Cost: O(m log m), and m calls of `decides`.  Source: Lemma 4.1 of the paper; theory.md, section 3, for other rules.
 */
export function panelInterval(
  seats: readonly DistanceInterval[],
  decides: (places: ReadonlySet<number>) => boolean,
): DistanceInterval {
  return {
    from: pivotal(
      seats.map(({ from }) => from),
      decides,
    ),
    to: pivotal(
      seats.map(({ to }) => to),
      decides,
    ),
  };
}

/** Returns the least value up to which the places report a pair. */
function pivotal(values: readonly number[], decides: (places: ReadonlySet<number>) => boolean): number {
  const places = [...values.keys()].sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
  const flagging = new Set<number>();
  for (const place of places) {
    flagging.add(place);
    if (decides(flagging)) return values[place] as number;
  }
  return 1;
}

function cut(value: number): number {
  return Math.min(1, Math.max(0, value));
}
