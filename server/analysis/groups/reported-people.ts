import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Interval } from "../findings/wilson.ts";
import type { GroupedRound } from "./grouped-rounds.ts";

/** How often groups are dealt out again, and the start of the random numbers: the same record gives the same ranges. */
export const permutation = { count: 999, seed: 20_111 } as const;

/** How often members of a group are one of the two people of a reported pair. */
export type ReportedPeople = { readonly count: number; readonly range: Interval };

/** The two people of reported pairs, by group: as the higher person and as the lower. */
export type Reported = { readonly higher: ReportedPeople; readonly lower: ReportedPeople };

/** The group of the person at a position of a round, as a number; null if the person has none. */
export type GroupAt = (round: number, position: number) => number | null;

/**
 * Counts how often each group's members are the higher and the lower person of a reported pair, with the range if the
 * groups had nothing to do with it: each round's groups are dealt out again at random among its people, who keep their
 * pairs. The count lies in the range in at least 95 of 100 such studies: it is one of 1,000 that are equally likely,
 * and the range leaves out 24 at each end.
 *
 * People without a group keep none.
 *
 * @param groupings for each grouping the number of its groups, and the group of each person
 * @returns by grouping, by group
 */
export function reportedPeople(
  rounds: readonly GroupedRound[],
  groupings: readonly { readonly groupCount: number; readonly groupAt: GroupAt }[],
): Reported[][] {
  const counts = groupings.map(({ groupCount }) => ({
    higher: Array.from({ length: groupCount }, () => new Uint32Array(permutation.count + 1)),
    lower: Array.from({ length: groupCount }, () => new Uint32Array(permutation.count + 1)),
  }));
  const random = xoroshiro128plus(permutation.seed);
  for (const [round, { people, reported }] of rounds.entries()) {
    const hasGroup = (position: number) => people[position]?.cells !== null;
    const ends = [...new Set(reported.flat())].filter(hasGroup);
    if (ends.length === 0) continue;
    const dealt = [...people.keys()].filter(hasGroup);
    const groups = groupings.map(({ groupAt }) => people.map((_, position) => groupAt(round, position)));
    const pairs = reported.map((pair) => pair.map((position) => ends.indexOf(position)));
    for (let deal = 0; deal <= permutation.count; deal += 1) {
      if (deal > 0) shuffleStart(dealt, ends.length, random);
      // The first deal leaves all as they are: it gives the counts themselves.
      const sources = deal === 0 ? ends : dealt;
      for (const [grouping, groupOf] of groups.entries()) {
        for (const [high = -1, low = -1] of pairs) {
          addOne(counts[grouping]?.higher, groupOf[sources[high] ?? -1], deal);
          addOne(counts[grouping]?.lower, groupOf[sources[low] ?? -1], deal);
        }
      }
    }
  }
  return counts.map(({ higher, lower }) =>
    higher.map((of, group) => ({ higher: withRange(of), lower: withRange(lower[group] ?? of) })),
  );
}

/** Puts a random choice of the items first, in random order. */
function shuffleStart(items: number[], count: number, random: ReturnType<typeof xoroshiro128plus>): void {
  for (let place = 0; place < count; place += 1) {
    const other = uniformInt(random, place, items.length - 1);
    [items[place], items[other]] = [items[other] ?? 0, items[place] ?? 0];
  }
}

function addOne(
  counts: readonly Uint32Array[] | undefined,
  group: number | null | undefined,
  deal: number,
): void {
  const of = counts?.[group ?? -1];
  if (of !== undefined) of[deal] = (of[deal] ?? 0) + 1;
}

/** The share at each end that the range leaves out, of the deals and the counts themselves. */
const leftOut = Math.floor(0.025 * (permutation.count + 1)) - 1;

function withRange(counts: Uint32Array): ReportedPeople {
  const sorted = counts.slice(1).sort();
  return {
    count: counts[0] ?? 0,
    range: { low: sorted[leftOut] ?? 0, high: sorted[sorted.length - 1 - leftOut] ?? 0 },
  };
}
