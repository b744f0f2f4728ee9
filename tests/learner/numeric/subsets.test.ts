import { expect, test } from "vitest";
import { subsetCount, subsets } from "#server/learner/numeric/subsets.ts";

test("subsets come in lexicographic order", () => {
  expect([...subsets(4, 2)]).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
    [2, 3],
  ]);
  expect([...subsets(3, 3)]).toEqual([[0, 1, 2]]);
  expect([...subsets(3, 0)]).toEqual([[]]);
});

test("the number of subsets equals the computed count", () => {
  for (let n = 0; n <= 9; n++) {
    for (let m = 0; m <= n; m++) expect(subsetCount(n, m)).toBe([...subsets(n, m)].length);
  }
  // 15!/(7! 8!)
  expect(subsetCount(15, 7)).toBe(6_435);
});
