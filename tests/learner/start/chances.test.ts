import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Features, Prior } from "#server/learner/config/spec.ts";
import { scoreRules } from "#server/learner/policy/score-prior.ts";
import { meanOf, nearness, sharesFor, startChances } from "#server/learner/start/chances.ts";
import { guardedSpec, person, refuses } from "../fixtures.ts";

const rules = hypothesisClass(guardedSpec.columns, guardedSpec.hypotheses);
const people: Features[] = [person(0), person(1.5), person(2.5), person(9)];
const half: Prior = { kind: "constants", none: "0.25", all: "0.25" };

describe("a requested share of acceptances", () => {
  it("is reached by dividing the constants' half, worked by hand", () => {
    // Two constants and six rules of 1/12 each. Each person is taken by three of the six: 3/12 + 1/4 = 1/2.
    const mean = meanOf(startChances(half, rules, people));
    expect(mean).toBeCloseTo(0.5, 12);
    // 0.4 = all + 1/4, so all = 0.15 and none = 0.35.
    expect(sharesFor(0.4, mean)).toEqual({ shares: { none: "0.35", all: "0.15" } });
    expect(sharesFor(0.25, mean)).toEqual({ shares: { none: "0.5", all: "0" } });
    expect(sharesFor(0.75, mean)).toEqual({ shares: { none: "0", all: "0.5" } });
  });

  it("is refused outside the range that the constants can reach, with the range", () => {
    expect(sharesFor(0.24, 0.5)).toEqual({ range: { least: 0.25, most: 0.75 } });
    expect(sharesFor(0.76, 0.5)).toEqual({ range: { least: 0.25, most: 0.75 } });
  });

  it("is the mean chance of any people to 1e-9, if it can be reached", () => {
    const chances = fc.array(fc.double({ min: -1, max: 4, noNaN: true }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(chances, fc.double({ min: 0, max: 1, noNaN: true }), (scores, wanted) => {
        const some = scores.map((score) => person(score));
        const mean = meanOf(startChances(half, rules, some));
        const found = sharesFor(wanted, mean);
        if ("range" in found) {
          expect(wanted < found.range.least + 1e-9 || wanted > found.range.most - 1e-9).toBe(true);
        } else {
          const prior: Prior = { kind: "constants", ...found.shares };
          expect(Math.abs(meanOf(startChances(prior, rules, some)) - wanted)).toBeLessThan(1e-9);
        }
      }),
    );
  });
});

describe("the chances at the start", () => {
  it("come from the weights of all rules if a prior gives separate weights", () => {
    const listed = [
      { rule: 3, weight: "3" },
      { rule: 7, weight: "1" },
    ];
    const prior: Prior = { kind: "score", column: "score", keep: "0", none: "0", all: "0", rules: listed };
    // > 1 has three quarters, > 3 one; more people than fit into one group
    const many = Array.from({ length: 5 }, () => people).flat();
    const chances = startChances(prior, rules, many);
    expect(chances).toEqual(
      many.map((_, index) => expect.closeTo([0, 0.75, 0.75, 1][index % 4] as number, 12)),
    );
  });

  it("come from equal weights in a class that cannot be counted without a list", () => {
    const { hypotheses } = guardedSpec;
    if (hypotheses.kind !== "thresholds") throw new Error("thresholds");
    const explicit = [3, 5].map((rule) => ({ from: hypotheses, rule }));
    const listed = hypothesisClass(guardedSpec.columns, { kind: "explicit", version: 1, rules: explicit });
    // of no one, everyone, > 1 and > 2
    expect(startChances(undefined, listed, people)).toEqual([0.25, 0.5, 0.75, 0.75]);
  });
});

describe("a score in use", () => {
  const cuts = ["0.25", "0.5", "0.9"].map((cut) => ({ column: "risk", cut }));

  it("is a weight on each rule above a cut, and the rest on accept no one", () => {
    const among = [{ column: "other", cut: "3" }, ...cuts];
    expect(scoreRules("risk", among)).toEqual([
      { rule: 5, weight: "0.25" },
      { rule: 7, weight: "0.25" },
      { rule: 9, weight: "0.4" },
      { rule: 0, weight: "0.1" },
    ]);
  });

  it("gives no weight to a cut at 0, nor to accept no one if a cut lies at 1", () => {
    const rules = scoreRules(
      "risk",
      ["0", "0.30", "1"].map((cut) => ({ column: "risk", cut })),
    );
    expect(rules).toEqual([
      { rule: 5, weight: "0.3" },
      { rule: 7, weight: "0.7" },
    ]);
  });

  it("has at most as many cuts as the log may list one by one", () => {
    const range = { column: "risk", from: "0.0001", step: "0.00001" };
    const ranged = (count: number) => scoreRules("risk", [{ ...range, count }]);
    // The rest is on the rule that accepts no one.
    expect(ranged(LIMITS.scoreCuts)).toHaveLength(LIMITS.scoreCuts + 1);
    refuses("class-too-large", () => ranged(LIMITS.scoreCuts + 1), {
      ...{ count: LIMITS.scoreCuts + 1, most: LIMITS.scoreCuts },
    });
  });

  it("differs from the chances by the stated distance", () => {
    const { mean, largest } = nearness([0.5, 0.25, 0.1], ["0.5", "0.5", null]);
    expect(mean).toBeCloseTo(0.35 / 3, 12);
    expect(largest).toBe(0.25);
  });
});
