import { describe, expect, test } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { priorOf } from "#server/learner/policy/prior.ts";
import { person, refuses, smallSpec, totalsWith } from "./fixtures.ts";

/** none, all, <= 1, > 1, <= 2, > 2, <= 3, > 3 */
const rules = hypothesisClass(smallSpec.columns, smallSpec.hypotheses);
const cold = [0.1, 0.3, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1];
const shares = { none: "0.1", all: "0.3" };
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 14));

describe("a prior", () => {
  test("on the constants gives them their shares, and the others equal parts of the rest", () => {
    expect([...priorOf({ kind: "constants", ...shares }, rules)]).toEqual(near(cold));
    expect(priorOf({ kind: "constants", none: "0.5", all: "0.5" }, rules)[4]).toBe(0);
  });

  test("on a class of only constants leaves no remainder", () => {
    const bare = hypothesisClass(smallSpec.columns, { kind: "thresholds", version: 1, cuts: [] });
    expect([...priorOf({ kind: "constants", none: "0.4", all: "0.6" }, bare)]).toEqual([0.4, 0.6]);
    refuses("prior-outside", () => priorOf({ kind: "constants", ...shares }, bare));
  });

  test("from a score keeps a share of the cold start, and gives the score as the chance", () => {
    // a score of 0.5 above 1, 0.75 above 2, 1 above 3
    const listed = [
      { rule: 3, weight: "0.5" },
      { rule: 5, weight: "0.25" },
      { rule: 7, weight: "0.25" },
    ];
    const prior = { kind: "score", column: "score", keep: "0.2", rules: listed, ...shares } as const;
    const state = exp2.init({ ...smallSpec, prior });
    const chances = exp2.open(state, [1, 2, 4].map(person), "").chances.map(Number);
    const coldChances = exp2
      .open(exp2.init({ ...smallSpec, prior: { kind: "constants", ...shares } }), [1, 2, 4].map(person), "")
      .chances.map(Number);
    expect(chances).toEqual(near([0, 0.5, 1].map((score, i) => 0.8 * score + 0.2 * (coldChances[i] ?? 0))));
  });

  test("from past records weighs rules by their losses on top of the cold start", () => {
    const losses = ["0", "1", "-1", "0", "0", "0", "0", "2"];
    const prior = { kind: "records", count: 4, keep: "0.2", rate: "0.5", losses, ...shares } as const;
    const weighed = cold.map((q, h) => q * Math.exp(-0.5 * Number(losses[h])));
    const total = weighed.reduce((sum, weight) => sum + weight, 0);
    const expected = cold.map((q, h) => 0.2 * q + (0.8 * (weighed[h] ?? 0)) / total);
    expect([...priorOf(prior, rules)]).toEqual(near(expected));
  });

  test("never gives weight to a rule without weight in the cold start", () => {
    const losses = ["0", "0", "-2000", "0", "0", "0", "0", "0"];
    const shares = { none: "0.5", all: "0.5" };
    const prior = { kind: "records", count: 4, keep: "0.2", rate: "0.5", losses, ...shares } as const;
    expect([...priorOf(prior, rules)]).toEqual([0.5, 0.5, 0, 0, 0, 0, 0, 0]);
  });
});

describe("Exp2 with a prior", () => {
  test("has the prior's chances before the first round, and its weights times the exponentials after", () => {
    const prior = { kind: "constants", ...shares } as const;
    const fresh = exp2.init({ ...smallSpec, prior });
    // 0 is accepted by everyone, <= 1, <= 2, <= 3
    expect(Number(exp2.open(fresh, [person(0)], "").chances[0])).toBeCloseTo(0.6, 14);
    const charged = totalsWith(1, 1, 0, 0, 3);
    const loss = [0, 3, 1, 1, 2, 0, 2, 0];
    expect([...charged.loss]).toEqual(loss);
    const opening = exp2.open({ ...fresh, totals: charged }, [person(0)], "");
    const weights = cold.map((q, h) => q * Math.exp(-Number(opening.eta) * (loss[h] ?? 0)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const accepting = [1, 2, 4, 6].reduce((sum, h) => sum + (weights[h] ?? 0), 0);
    expect(Number(opening.chances[0])).toBeCloseTo(accepting / total, 14);
  });

  test("ignores rules without weight when it looks for the best one", () => {
    const prior = { kind: "constants", none: "0.5", all: "0.5" } as const;
    const fresh = exp2.init({ ...smallSpec, prior });
    expect(exp2.open({ ...fresh, totals: totalsWith(-1e6, 0, 0, 0, 0) }, [person(0)], "").chances).toEqual([
      "0.5",
    ]);
  });
});
