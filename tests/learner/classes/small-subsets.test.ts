import { expect, it } from "vitest";
import { smallSubsets } from "#server/learner/classes/small-subsets.ts";

/** Lists all sets of at most d of n, by size and then by members. */
function allSets(n: number, d: number): number[][] {
  const sizes: number[][][] = [[[]]];
  for (let size = 1; size <= d; size++) {
    const smaller = sizes[size - 1] as number[][];
    const larger = smaller.flatMap((set) =>
      Array.from({ length: n }, (_, more) => more)
        .filter((more) => more > (set.at(-1) ?? -1))
        .map((more) => [...set, more]),
    );
    sizes.push(larger);
  }
  return sizes.flat();
}

it.each([2, 3] as const)(
  "sets of at most %i questions are numbered in order, and numbers map back to sets",
  (d) => {
    for (let n = d; n <= 7; n++) {
      const { count, members } = smallSubsets(n, d);
      const sets = Array.from({ length: count }, (_, number) => members(number));
      expect(sets, String(n)).toEqual(allSets(n, d));
    }
  },
);
