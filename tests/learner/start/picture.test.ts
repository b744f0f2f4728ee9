import { describe, expect, it } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Features, GuardedSpec, LearnerSpec } from "#server/learner/config/spec.ts";
import { askedRules } from "#server/learner/start/even-start.ts";
import { startPicture } from "#server/learner/start/picture.ts";
import { ftplSpec, guardedSpec, person, smallSpec } from "../fixtures.ts";

/** Accept no one, accept everyone, > 1, > 2, > 3. */
const hypotheses: LearnerSpec["hypotheses"] = {
  kind: "thresholds",
  version: 1,
  cuts: ["1", "2", "3"].map((cut) => ({ column: "score", cut, side: "above" })),
};
/** People accepted by accept everyone, and by none, one, two and three of the others. */
const people: Features[] = [person(0), person(1.5), person(2.5), person(9)];

function picture(spec: LearnerSpec, some = people) {
  const whole = { ...spec, hypotheses };
  return startPicture(whole, hypothesisClass(whole.columns, hypotheses), some);
}

const near = (value: number) => expect.closeTo(value, 9);

describe.each(["conjunctions", "disjunctions", "parities"] as const)("the starting picture of %s", (kind) => {
  const predicateClass: LearnerSpec["hypotheses"] = {
    kind,
    version: 1,
    predicates: ["1", "2", "3"].map((value) => ({ column: "score", test: "above", value })),
  };

  it.each([[undefined], [{ kind: "constants", none: "0.1", all: "0.3" } as const]])(
    "is the same counted without a list as by evaluating each rule, prior %o",
    (prior) => {
      const whole = { ...smallSpec, hypotheses: predicateClass, roundSize: 3, ...(prior && { prior }) };
      const { vectors: _, ...listed } = hypothesisClass(whole.columns, predicateClass);
      const counted = startPicture(whole, hypothesisClass(whole.columns, predicateClass), people);
      const byRules = startPicture(whole, listed, people);
      expect(counted.chances).toEqual(byRules.chances.map(near));
      expect(counted.picked).toEqual(byRules.picked.map(near));
      expect(counted.pairs).toEqual(byRules.pairs.map((each) => ({ ...each, pairs: near(each.pairs) })));
    },
  );
});

it("the preview evaluates as many rules per person as the start of a study", () => {
  const predicates = Array.from({ length: 10 }, (_, index) => {
    return { column: "score", test: "above", value: String(index) } as const;
  });
  const predicateClass = { kind: "parities", version: 1, predicates } as const;
  const rules = hypothesisClass(smallSpec.columns, predicateClass);
  const score = { kind: "score", column: "score", keep: "0.5", none: "0.1", all: "0.1", rules: [] } as const;
  const count = (change: Partial<LearnerSpec>) =>
    askedRules({ ...smallSpec, hypotheses: predicateClass, ...change }, rules);
  expect(rules.size).toBe(1_025);
  // Counted without a list; with a separate number for each rule; drawn.
  expect([count({}), count({ prior: score })]).toEqual([500, 1_025]);
  expect([50, 1_024, 5_000].map((resampleCount) => count({ ...ftplSpec, resampleCount }))).toEqual([
    50, 1_024, 1_025,
  ]);
});

describe("the starting picture, worked by hand", () => {
  it("counts pairs and picks of random rounds exactly if one rule decides without a limit", () => {
    const { chances, pairs, picked, ...rest } = picture({ ...smallSpec, roundSize: 2 });
    expect(chances).toEqual([0.2, 0.4, 0.6, 0.8].map(near));
    // Of six pairs those 0.4 and 0.6 apart are more than 0.2: three. A round of two is one pair.
    expect(pairs).toEqual([{ round: null, limit: null, pairs: near(0.5), isExact: true }]);
    // Rules of 1/5 accept 0, 4, 3, 2 and 1 of the four. Of two drawn people none is accepted with
    // 1, 0, 0, 1/6, 3/6; both with 0, 1, 3/6, 1/6, 0.
    expect(picked).toEqual([near(1 / 3), near(1 / 3), near(1 / 3)]);
    expect(rest).toMatchObject({ isPickedExact: true, drawnCount: null, roundSize: 2 });
  });

  it("keeps a guarded round of all people within its limit, in round 1 and after a quiet one", () => {
    const { chances, pairs, picked, isPickedExact, roundCount } = picture({ ...guardedSpec, roundSize: 9 });
    expect(chances).toEqual([0.25, 5 / 12, 7 / 12, 0.75].map(near));
    // 0.5 apart. Within 0.3: 0.35, 0.45, 0.55, 0.65, where only the ends differ by more than 0.2.
    // Within 0.34: 0.33, 0.443, 0.557, 0.67, where each differs so from the one after the next.
    expect(pairs).toEqual([
      { round: 1, limit: near(0.3), pairs: 1, isExact: true },
      { round: 2, limit: near(0.34), pairs: 3, isExact: true },
    ]);
    // The chances add up to two.
    expect(picked).toEqual([0, 0, 1, 0, 0].map(near));
    expect({ isPickedExact, roundCount }).toEqual({ isPickedExact: true, roundCount: 1 });
  });

  it("moves a guarded round further up if accept everyone outweighs accept no one", () => {
    const upwards = { ...(guardedSpec.guarded as GuardedSpec), upwards: true } as const;
    const prior = { kind: "constants", none: "0.1", all: "0.3" } as const;
    const spec = { ...guardedSpec, roundSize: 4, prior };
    // 0.3, 0.5, 0.7, 0.9, of which half is pulled: towards 0.6, or towards 0.6 + 0.4 (2 * 3/4 - 1) = 0.8
    expect(picture(spec).picked).toEqual([0, 0, 0.6, 0.4, 0].map((share) => expect.closeTo(share, 7)));
    expect(picture({ ...spec, guarded: upwards }).picked).toEqual(
      [0, 0, 0.2, 0.8, 0].map((share) => expect.closeTo(share, 7)),
    );
    // Without a prior the two weigh the same, and nothing moves further.
    const { prior: _, ...equal } = { ...spec, guarded: upwards };
    expect(picture(equal).picked).toEqual([0, 0, 1, 0, 0].map((share) => expect.closeTo(share, 7)));
  });

  it("moves the weight beyond the limit to the two constants if one rule decides", () => {
    const { draw: _, ...oneRule } = guardedSpec;
    // The pull is 2/5 towards 1/2: 3/5 of the weights 1/4, 1/4, 1/6, 1/6, 1/6, and 1/5 more for each constant.
    expect(picture({ ...oneRule, roundSize: 4 }).picked).toEqual([0.35, 0.1, 0.1, 0.1, 0.35].map(near));
  });

  it("estimates random rounds close to the result of all rounds", () => {
    const { draw: _, ...oneRule } = guardedSpec;
    const { picked, isPickedExact, roundCount, pairs } = picture({ ...oneRule, roundSize: 2 });
    expect({ isPickedExact, roundCount }).toEqual({ isPickedExact: false, roundCount: 2_000 });
    // The six pairs are 1/6 (three), 1/3 (two) and 1/2 (one) apart; 1/3 and 1/2 are pulled to 0.3: always judged.
    expect(pairs[0]?.pairs).toBeGreaterThan(0.45);
    expect(pairs[0]?.pairs).toBeLessThan(0.55);
    // No one is picked with 1/4 + (1/6)(0 + 1/6 + 1/2) = 13/36 before the limit.
    expect(picked[0]).toBeGreaterThan(0.33);
    expect(picked[0]).toBeLessThan(0.4);
    expect(picked.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  it("takes FTPL's start from its drawn rules, and gives their number", () => {
    const { chances, drawnCount, isPickedExact, pairs } = picture({ ...ftplSpec, roundSize: 2 });
    expect(drawnCount).toBe(50);
    expect(isPickedExact).toBe(false);
    expect(pairs[0]?.isExact).toBe(false);
    for (const chance of chances) expect(Math.abs(chance * 50 - Math.round(chance * 50))).toBeLessThan(1e-9);
    expect([...chances].sort((a, b) => a - b)).toEqual(chances);
  });

  it("works for rounds with more people than the file has", () => {
    expect(picture(smallSpec, [person(9)])).toMatchObject({ roundSize: 1, pairs: [{ pairs: 0 }] });
    expect(picture(guardedSpec, [person(9)])).toMatchObject({ roundSize: 1 });
  });
});

describe("the starting picture of thresholds with equal initial weights", () => {
  const mixed: LearnerSpec["hypotheses"] = {
    kind: "thresholds",
    version: 1,
    cuts: [
      { column: "score", cut: "-1", side: "at-most" },
      { column: "score", from: "0", step: "0.5", count: 9 },
      { column: "score", cut: "7", side: "above" },
    ],
  };
  const rules = hypothesisClass(smallSpec.columns, mixed);
  const { ladders: _, ...listed } = rules;
  const some: Features[] = [...[-3, 0, 0.5, 0.5, 2.25, 4, 7, 8].map(person), [null]];
  const prior = { kind: "constants", none: "0.3", all: "0.1" } as const;
  const specs = [smallSpec, { ...smallSpec, prior }, { ...smallSpec, prior, draw: "even" as const }];

  it.each(specs)("equals the one that evaluates each rule", (spec) => {
    const whole = { ...spec, roundSize: 4, hypotheses: mixed };
    const byRules = startPicture(whole, listed, some);
    const counted = startPicture(whole, rules, some);
    expect(counted.chances).toEqual(byRules.chances.map(near));
    expect(counted.picked).toEqual(byRules.picked.map((share) => expect.closeTo(share, 6)));
    expect(counted.pairs).toEqual(byRules.pairs.map((each) => ({ ...each, pairs: near(each.pairs) })));
    expect([counted.isPickedExact, counted.drawnCount]).toEqual([byRules.isPickedExact, byRules.drawnCount]);
  });

  it("covers all people, even with ten million rules", () => {
    const cuts = [{ column: "score", from: "0", step: "0.001", count: 4_999_999 }];
    const whole = { ...smallSpec, roundSize: 4, hypotheses: { ...mixed, cuts } };
    const { chances, picked } = startPicture(whole, hypothesisClass(whole.columns, whole.hypotheses), some);
    // For each cut, a person with a number is accepted by one of two rules.
    expect(chances).toEqual(some.map(([score]) => near(score === null ? 1e-7 : 0.5)));
    expect(picked.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });
});

describe("with a number of picks", () => {
  const many: Features[] = Array.from({ length: 12 }, (_, index) => person(index % 5));
  const even = { ...smallSpec, draw: "even", roundSize: 4 } as const;

  it.each([
    ["known", even],
    ["guarded", { ...guardedSpec, roundSize: 4 }],
  ] as const)("every round of mode %s picks it, and all people together the same share", (_, spec) => {
    const seen = picture({ ...spec, picks: { rule: "exactly", count: "3" } }, many);
    expect(seen.picked).toEqual([0, 0, 0, 1, 0].map(near));
    expect(seen.chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(9, 9);
    expect(new Set(seen.chances).size).toBeGreaterThan(1);
  });

  it("a bound that the start meets changes nothing", () => {
    const free = picture(even, many);
    const atMost = picture({ ...even, picks: { rule: "at-most", count: "4" } }, many);
    expect(atMost.chances).toEqual(free.chances.map(near));
    expect(atMost.picked).toEqual(free.picked.map(near));
  });

  it("FTPL meets it on average over its draw", () => {
    const seen = picture({ ...ftplSpec, roundSize: 4, picks: { rule: "exactly", count: "3" } }, many);
    expect(seen.picked.reduce((sum, share, count) => sum + share * count, 0)).toBeCloseTo(3, 9);
  });
});
