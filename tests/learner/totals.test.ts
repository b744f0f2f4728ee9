import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { thresholds } from "#server/learner/hypotheses/thresholds.ts";
import { addCharges, type Totals, zeroTotals } from "#server/learner/policy/totals.ts";
import {
  acceptedWeight,
  drawHypothesis,
  exponentialWeights,
  runningTotals,
} from "#server/learner/policy/weights.ts";
import { fixed, ulpsOff } from "./exact.ts";
import { person, refuses, spread } from "./fixtures.ts";

const rules = thresholds([{ name: "score", type: "number" }], [{ column: "score", cut: "1" }]);

/** Each charge is a step of its own, as outcomes are. */
function addOneByOne(costs: readonly number[]): Totals {
  return costs.reduce(
    (totals: Totals, cost) => addCharges(rules, totals, [{ individual: person(0), cost }]),
    zeroTotals(rules.size),
  );
}

describe("cumulative losses", () => {
  test("do not drift over 100,000 rounds, where plain addition does", () => {
    // costs as Exp2 meets them: mostly halves, sometimes 1/p with small p, of both signs by corrections
    const cost = (t: number) => (t % 7 === 0 ? 1 / (0.001 + spread(t)) : 0.1 * (spread(t) - 0.5) - 0.5);
    let totals: Totals = zeroTotals(rules.size);
    let plain = 0;
    let exact = 0n;
    const one = person(0);
    for (let t = 1; t <= 100_000; t++) {
      totals = addCharges(rules, totals, [{ individual: one, cost: cost(t) }]);
      plain += cost(t);
      exact += fixed(cost(t));
    }
    const compensated = (totals.loss[1] ?? 0) + (totals.compensation[1] ?? 0);
    expect(ulpsOff(compensated, exact)).toBeLessThanOrEqual(1);
    expect(ulpsOff(plain, exact)).toBeGreaterThan(10);
  });

  test("come back to nothing when every charge is taken back", () => {
    const costs = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(costs, (values) => {
        const { loss, compensation } = addOneByOne([...values, ...values.map((value) => -value)]);
        expect(Math.abs((loss[1] ?? 1) + (compensation[1] ?? 1))).toBeLessThan(1e-18 * 1e6);
      }),
    );
  });

  test("keep a small charge beside a large one, whichever comes first", () => {
    for (const costs of [
      [1, 1e17, -1e17],
      [1e17, 1, -1e17],
    ]) {
      const { loss, compensation } = addOneByOne(costs);
      expect((loss[1] ?? 0) + (compensation[1] ?? 0)).toBe(1);
    }
  });

  test("touch only the rules that accept the charged person", () => {
    const { loss } = addCharges(rules, zeroTotals(4), [{ individual: person(2), cost: 3 }]);
    expect([...loss]).toEqual([0, 3, 0, 3]);
  });

  test("refuse charges that are not finite", () => {
    refuses("not-finite", () =>
      addCharges(rules, zeroTotals(4), [{ individual: person(0), cost: Number.NaN }]),
    );
  });
});

describe("weights", () => {
  test("are shifted by the least loss and exactly 0 below exp(-708)", () => {
    const loss = Float64Array.of(1000, 1001, 1708, 1708.5, 5000);
    const weights = exponentialWeights({ loss, compensation: new Float64Array(5) }, 1);
    expect(weights[0]).toBe(1);
    expect(weights[1]).toBeCloseTo(Math.exp(-1), 15);
    expect(weights[2]).toBeGreaterThan(2.2250738585072014e-308);
    expect([weights[3], weights[4]]).toEqual([0, 0]);
  });

  test("see what the compensation holds", () => {
    const totals = { loss: Float64Array.of(1e16, 1e16), compensation: Float64Array.of(0, 0.5) };
    // 1e16 + 0.5 rounds to 1e16: the total is a double again
    expect([...exponentialWeights(totals, 1)]).toEqual([1, 1]);
    const close = { loss: Float64Array.of(1, 1), compensation: Float64Array.of(0, 0.5) };
    expect(exponentialWeights(close, 1)[1]).toBeCloseTo(Math.exp(-0.5), 15);
  });

  test("of the rules that accept never exceed the total of all", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), { minLength: 1 }),
        (list) => {
          const weights = Float64Array.from(list, ([weight]) => weight);
          const bits = Uint8Array.from(list, ([, accepts]) => (accepts ? 1 : 0));
          const total = runningTotals(weights).at(-1) ?? 0;
          expect(acceptedWeight(weights, bits)).toBeLessThanOrEqual(total);
          expect(acceptedWeight(weights, bits.fill(1))).toBe(total);
        },
      ),
    );
  });
});

describe("the draw", () => {
  const cumulative = Float64Array.of(0, 1, 1, 3, 4, 4);
  const last = 1 - 2 ** -53;

  test("takes the first rule whose running total is above u × total", () => {
    const at = (u: number) => drawHypothesis(cumulative, u);
    expect(at(0)).toBe(1);
    expect(at(0.25 - 2 ** -53)).toBe(1);
    expect(at(0.25)).toBe(3);
    expect(at(0.75 - 2 ** -53)).toBe(3);
    expect(at(0.75)).toBe(4);
    expect(at(last)).toBe(4);
  });

  test("never takes a rule of weight 0, at any u and any weights", () => {
    const weight = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1e-300));
    const bits = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n });
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 20 }), bits, (weights, numerator) => {
        const totals = runningTotals(Float64Array.from(weights));
        fc.pre((totals.at(-1) ?? 0) > 1e-290);
        for (const u of [Number(numerator) / 2 ** 53, 0, last]) {
          const h = drawHypothesis(totals, u);
          expect(totals[h]).toBeGreaterThan(totals[h - 1] ?? 0);
          expect(u * (totals.at(-1) ?? 0)).toBeLessThan(totals[h] ?? 0);
        }
      }),
    );
  });

  test("takes each rule as often as its weight says", () => {
    const counts = new Array<number>(6).fill(0);
    for (let i = 0; i < 4096; i++)
      counts[drawHypothesis(cumulative, i / 4096)] = (counts[drawHypothesis(cumulative, i / 4096)] ?? 0) + 1;
    expect(counts).toEqual([0, 1024, 0, 2048, 1024, 0]);
  });

  test("is refused without weight", () => {
    refuses("shape", () => drawHypothesis(new Float64Array(0), 0.5));
    refuses("range", () => drawHypothesis(new Float64Array(3), 0.5));
    refuses("range", () => drawHypothesis(Float64Array.of(Number.NaN), 0.5));
  });
});
