import { expect, it } from "vitest";
import { smallSubsets } from "#server/learner/classes/small-subsets.ts";

/** All sets of at most d of n, the smaller first, each size in the order of its members. */
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

it.each([2, 3] as const)("sets of at most %i questions have their numbers in order, and back", (d) => {
  for (let n = d; n <= 7; n++) {
    const { count, members } = smallSubsets(n, d);
    const sets = Array.from({ length: count }, (_, number) => members(number));
    expect(sets, String(n)).toEqual(allSets(n, d));
  }
});
