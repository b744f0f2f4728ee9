import { describe, expect, it } from "vitest";
import {
  asBallot,
  countChanges,
  countVerdicts,
  fromBallot,
  nextUnseen,
  type Pair,
  pairOf,
  toleranceOf,
  verdictOn,
  wordOf,
} from "#components/judging/ballots/verdicts.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";

const pairs: Pair[] = [
  [3, 11],
  [0, 2],
  [0, 11],
  [3, 2],
];

describe("the verdicts of an auditor", () => {
  it("count unjudged pairs separately from not sure", () => {
    const verdicts = fromBallot([
      [3, 11, "unfair"],
      [0, 2, "unsure"],
    ]);
    expect(countVerdicts(pairs, verdicts)).toEqual({ unfair: 1, acceptable: 0, unsure: 1, unseen: 2 });
  });

  it("become a ballot of the judged pairs, and are read back from it", () => {
    const verdicts = fromBallot([
      [0, 11, "acceptable"],
      [3, 11, "unfair"],
    ]);
    const ballot = asBallot(pairs, verdicts);
    expect(ballot).toEqual([
      [3, 11, "unfair"],
      [0, 11, "acceptable"],
    ]);
    expect(fromBallot(ballot)).toEqual(verdicts);
  });

  it("keep their tolerances in a ballot and back", () => {
    const ballot: Verdict[] = [
      [0, 2, "acceptable", 100],
      [0, 11, "unfair", 0],
      [3, 11, "unsure"],
    ];
    const verdicts = fromBallot(ballot);
    expect(
      asBallot(
        [
          [0, 2],
          [0, 11],
          [3, 11],
        ],
        verdicts,
      ),
    ).toEqual(ballot);
    expect([toleranceOf(verdicts, [0, 11]), toleranceOf(verdicts, [3, 11])]).toEqual([0, undefined]);
    expect(wordOf(verdicts, [3, 11])).toBe("unsure");
    // "unsure" has no tolerance.
    expect(verdictOn([3, 11], "unsure", 20)).toEqual([3, 11, "unsure"]);
    expect(countChanges(verdicts, fromBallot([...ballot.slice(1), [0, 2, "acceptable", 99]]))).toBe(1);
  });

  it("are stored under a key that can be parsed", () => {
    expect(pairOf("3-11")).toEqual([3, 11]);
  });

  it("differ if one was given, changed or withdrawn", () => {
    const before = fromBallot([
      [3, 11, "unfair"],
      [0, 2, "unsure"],
    ]);
    const after = fromBallot([
      [3, 11, "acceptable"],
      [0, 11, "unfair"],
    ]);
    expect(countChanges(before, after)).toBe(3);
    expect(countChanges(after, after)).toBe(0);
  });
});

describe("the next unjudged pair", () => {
  it("is searched after the current one, then from the start", () => {
    const verdicts = fromBallot([
      [0, 11, "unfair"],
      [3, 2, "acceptable"],
    ]);
    expect(nextUnseen(pairs, verdicts, 0)).toBe(1);
    expect(nextUnseen(pairs, verdicts, 1)).toBe(0);
    expect(nextUnseen(pairs, verdicts, 2)).toBe(0);
  });

  it("may be the current one, and is absent if all are judged", () => {
    const [first, ...rest] = pairs;
    const allButFirst = fromBallot(rest.map(([high, low]) => [high, low, "unsure"]));
    expect(nextUnseen(pairs, allButFirst, 0)).toBe(0);
    const [high, low] = first ?? [0, 0];
    expect(
      nextUnseen(pairs, new Map(allButFirst).set(`${high}-${low}`, [high, low, "unfair"]), 0),
    ).toBeUndefined();
    expect(nextUnseen([], new Map(), 0)).toBeUndefined();
  });
});
