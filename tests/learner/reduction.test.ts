import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { errorLoss, lagrangianLoss, unfairLoss } from "#server/simulation/engine/loss.ts";
import {
  linearLoss,
  type ReductionInput,
  reduceLiterally,
  reduceWithMultiplicity,
} from "#tests/learner/reduction.ts";
import { bit, refuses } from "./fixtures.ts";

type Bit = 0 | 1;

/** Generates a round of k people, a pair of them, and a class of rules given by their decisions. */
const instance = fc
  .record({
    k: fc.integer({ min: 2, max: 5 }),
    rules: fc.integer({ min: 2, max: 5 }),
    C: fc.integer({ min: 1, max: 4 }),
  })
  .chain(({ k, rules, C }) =>
    fc.record({
      labels: fc.array(bit, { minLength: k, maxLength: k }),
      decisions: fc.array(fc.array(bit, { minLength: k, maxLength: k }), {
        minLength: rules,
        maxLength: rules,
      }),
      high: fc.integer({ min: 0, max: k - 1 }),
      low: fc.integer({ min: 0, max: k - 1 }),
      C: fc.constant(C),
      weights: fc.tuple(
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: rules, maxLength: rules }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: rules, maxLength: rules }),
      ),
    }),
  );

function at(decisions: readonly Bit[], position: number): Bit {
  return decisions[position] ?? 0;
}

function inputOf(
  decisions: readonly Bit[],
  labels: readonly Bit[],
  high: number,
  low: number,
  C: number,
): ReductionInput {
  const pair = { high: at(decisions, high), low: at(decisions, low), weight: 1 };
  return { decisions, labels, pairs: [pair], fairnessWeight: C };
}

/** The lemmas' right-hand side before the step to <a, l>: 0-1 errors on the extended sample of k + 2C people. */
function extendedErrors(
  decisions: readonly Bit[],
  labels: readonly Bit[],
  high: number,
  low: number,
  C: number,
): number {
  const wrong = decisions.filter((decision, i) => decision !== labels[i]).length;
  return wrong + C * at(decisions, high) + C * (1 - at(decisions, low));
}

describe("the three losses", () => {
  test("equal the values calculated by hand", () => {
    // Error = 0.9 × (1-1)... : y = 1: 1 - 0.9 = 0.1; y = 0: 0.6; y = 1: 1 - 0.3 = 0.7; together 1.4
    const chances = [0.9, 0.6, 0.3];
    const labels: Bit[] = [1, 0, 1];
    expect(errorLoss(chances, labels)).toBeCloseTo(1.4, 15);
    // L = 1.4 + 2 (0.5 (0.9 - 0.3) + 0.5 (0.6 - 0.3)) = 1.4 + 2 × 0.45 = 2.3
    const pairs = [
      { high: 0, low: 2, weight: 0.5 },
      { high: 1, low: 2, weight: 0.5 },
    ];
    expect(lagrangianLoss(chances, labels, pairs, 2)).toBeCloseTo(2.3, 15);
    expect(lagrangianLoss(chances, labels, [], 2)).toBe(errorLoss(chances, labels));
  });

  test("count an unfair round once, however many pairs violate", () => {
    expect(unfairLoss([])).toBe(0);
    expect(unfairLoss([{ high: 0, low: 1 }])).toBe(1);
    expect(
      unfairLoss([
        { high: 0, low: 1 },
        { high: 0, low: 2 },
      ]),
    ).toBe(1);
  });

  test("are refused for mismatched shapes, chances outside [0, 1] and C not above 0", () => {
    refuses("shape", () => errorLoss([0.5], [1, 0]));
    refuses("range", () => errorLoss([1.5], [1]));
    refuses("range", () => errorLoss([Number.NaN], [1]));
    refuses("shape", () => lagrangianLoss([0.5], [1], [{ high: 0, low: 1, weight: 1 }], 1));
    refuses("range", () => lagrangianLoss([0.5], [1], [], 0));
  });
});

describe("Algorithm 3", () => {
  test("builds the vectors of a small round as printed", () => {
    // k = 2, C = 2, h = (1, 0), y = (1, 0), pair (x1, x2): xx = (x1, x2, x1, x1, x2, x2), yy = (1, 0, 0, 0, 1, 1)
    const round = reduceLiterally(inputOf([1, 0], [1, 0], 0, 1, 2));
    expect(round.loss).toEqual([0, 1, 1, 1, 0, 0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    expect(round.action).toEqual([1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1]);
    // <a, l> = 0 + 1 + 1 + 0.5 + 0.5 + 0.5
    expect(linearLoss(round)).toBe(3.5);
  });

  test("with C as a multiplicity has the same linear loss as with C copies", () => {
    fc.assert(
      fc.property(instance, ({ labels, decisions, high, low, C }) => {
        for (const rule of decisions) {
          const input = inputOf(rule, labels, high, low, C);
          expect(linearLoss(reduceWithMultiplicity(input))).toBe(linearLoss(reduceLiterally(input)));
        }
      }),
    );
  });

  test("has error differences that are exactly twice the linear ones (Lemmas 3.3 and 3.4, single rules)", () => {
    fc.assert(
      fc.property(instance, ({ labels, decisions, high, low, C }) => {
        const values = decisions.map((rule) => ({
          lagrangian: lagrangianLoss(rule, labels, [{ high, low, weight: 1 }], C),
          errors: extendedErrors(rule, labels, high, low, C),
          linear: linearLoss(reduceLiterally(inputOf(rule, labels, high, low, C))),
        }));
        for (const one of values) {
          for (const other of values) {
            // all quantities are integers and halves: exact in doubles
            expect(one.lagrangian - other.lagrangian).toBe(one.errors - other.errors);
            expect(one.errors - other.errors).toBe(2 * (one.linear - other.linear));
          }
        }
      }),
    );
  });

  test("has the same differences for randomised policies (Lemmas 3.3 and 3.4)", () => {
    fc.assert(
      fc.property(instance, ({ labels, decisions, high, low, C, weights }) => {
        const [one, other] = weights.map((weight) => {
          const total = weight.reduce((sum, w) => sum + w, 0);
          const share = weight.map((w) => (total === 0 ? 1 / weight.length : w / total));
          const mean = (value: (rule: Bit[]) => number) =>
            decisions.reduce((sum, rule, h) => sum + (share[h] ?? 0) * value(rule), 0);
          const chances = labels.map((_, i) =>
            Math.min(
              1,
              mean((rule) => at(rule, i)),
            ),
          );
          return {
            lagrangian: lagrangianLoss(chances, labels, [{ high, low, weight: 1 }], C),
            linear: mean((rule) => linearLoss(reduceLiterally(inputOf(rule, labels, high, low, C)))),
          };
        });
        if (one === undefined || other === undefined) throw new Error("two policies");
        // at most 15 terms below 15, each rounded once: 1e-13 is 100 times their errors
        expect(one.lagrangian - other.lagrangian).toBeCloseTo(2 * (one.linear - other.linear), 12);
      }),
    );
  });

  test("weighs several pairs as the Lagrangian loss does, and takes real C", () => {
    const labels: Bit[] = [1, 0, 1];
    const pairs = [
      { high: 0, low: 2, weight: 0.25 },
      { high: 1, low: 2, weight: 0.75 },
    ];
    const rules: Bit[][] = [
      [0, 0, 0],
      [1, 1, 1],
      [1, 0, 1],
      [0, 1, 0],
      [1, 1, 0],
    ];
    const values = rules.map((rule) => ({
      lagrangian: lagrangianLoss(rule, labels, pairs, 2.5),
      linear: linearLoss(
        reduceWithMultiplicity({
          decisions: rule,
          labels,
          pairs: pairs.map(({ high, low, weight }) => ({ high: at(rule, high), low: at(rule, low), weight })),
          fairnessWeight: 2.5,
        }),
      ),
    }));
    const [first] = values;
    for (const { lagrangian, linear } of values) {
      expect(lagrangian - (first?.lagrangian ?? 0)).toBe(2 * (linear - (first?.linear ?? 0)));
    }
  });

  test("is refused for other than one pair, fractions of copies and mismatched lists", () => {
    const input = inputOf([1, 0], [1, 0], 0, 1, 2);
    refuses("pair-rule-undefined", () => reduceLiterally({ ...input, pairs: [] }));
    refuses("pair-rule-undefined", () =>
      reduceLiterally({ ...input, pairs: [...input.pairs, ...input.pairs] }),
    );
    refuses("range", () => reduceLiterally({ ...input, fairnessWeight: 1.5 }));
    refuses("range", () => reduceWithMultiplicity({ ...input, fairnessWeight: 0 }));
    refuses("shape", () => reduceWithMultiplicity({ ...input, labels: [1] }));
  });
});
