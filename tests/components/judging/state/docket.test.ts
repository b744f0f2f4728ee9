import { describe, expect, it } from "vitest";
import { fromBallot, nextUnseen, type Pair } from "#components/judging/ballots/verdicts.ts";
import { leftOnDocket } from "#components/judging/review/review-notes.tsx";
import { coverageInWords, coverageOf, pairTitle } from "#components/judging/state/docket.ts";

const pairs: Pair[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
];
const round = { pairs, docketCount: 3 };
const given = fromBallot([
  [0, 1, "unfair"],
  [0, 3, "unsure"],
  [1, 2, "acceptable"],
]);

describe("a docket", () => {
  it("is counted separately from the other pairs", () => {
    const coverage = coverageOf(round, given);
    expect(coverage).toEqual({ docket: { seen: 2, count: 3 }, others: { seen: 1, count: 2 } });
    expect(coverageInWords(coverage)).toBe("2 of 3 of the docket, 3 of 5 eligible");
    expect(coverageInWords(coverageOf({ pairs, docketCount: 5 }, given))).toBe("3 of 5");
  });

  it("shows in one sentence what is left, and nothing once it is done", () => {
    expect(leftOnDocket(coverageOf(round, given))).toBe(
      "Your ballot says nothing about the pair of the docket that you did not look at.",
    );
    expect(leftOnDocket(coverageOf({ pairs, docketCount: 5 }, given))).toBe(
      "Your ballot says nothing about the 2 pairs that you did not look at.",
    );
    expect(leftOnDocket(coverageOf({ pairs, docketCount: 1 }, given))).toBeUndefined();
  });

  it("has a separate count in the queue", () => {
    expect(pairTitle(round, 2)).toBe("Pair\u00a03 of 3");
    expect(pairTitle(round, 3)).toBe("Other pair\u00a01 of 2");
  });

  it("comes before all other pairs, from any position", () => {
    expect(nextUnseen(pairs, given, 4, 3)).toBe(1);
    expect(nextUnseen(pairs, given, 1, 3)).toBe(1);
    const done = new Map(given).set("0-2", [0, 2, "acceptable"]);
    expect(nextUnseen(pairs, done, 0, 3)).toBe(4);
    expect(nextUnseen(pairs, new Map(done).set("1-3", [1, 3, "unsure"]), 0, 3)).toBeUndefined();
  });
});
