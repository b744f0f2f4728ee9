import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { thresholds } from "#server/learner/classes/thresholds.ts";
import { onGrid } from "#server/learner/numeric/cost-grid.ts";
import { GROUP, SLOTS } from "#server/learner/numeric/kernels/contract.ts";
import { LazySums, MOST_PENDING } from "#server/learner/policy/lazy-sums.ts";
import { addCharges, batchesOf } from "#server/learner/policy/totals.ts";
import {
  acceptedWeight,
  drawHypothesis,
  exponentialWeights,
  runningTotals,
} from "#server/learner/policy/weights.ts";
import { fixed, ulpsOff } from "./exact.ts";
import { person, refuses, spread } from "./fixtures.ts";

const rules = thresholds([{ name: "score", type: "number" }], [{ column: "score", cut: "1" }]);

/** Adds each charge separately, like outcomes. */
function addOneByOne(costs: readonly number[]): Float64Array {
  let loss: Float64Array = new Float64Array(rules.size);
  for (const cost of costs) loss = addCharges(rules, loss, [{ individual: person(0), cost }]).loss;
  return loss;
}

describe("cumulative losses", () => {
  test("are exact over 100,000 rounds, while plain addition drifts", () => {
    // costs as Exp2 meets them: mostly halves, sometimes 1/p with small p, of both signs by corrections
    const cost = (t: number) => (t % 7 === 0 ? 1 / (0.001 + spread(t)) : 0.1 * (spread(t) - 0.5) - 0.5);
    let loss: Float64Array = new Float64Array(rules.size);
    let plain = 0;
    let exact = 0n;
    let exactPlain = 0n;
    const one = person(0);
    for (let t = 1; t <= 100_000; t++) {
      loss = addCharges(rules, loss, [{ individual: one, cost: cost(t) }]).loss;
      plain += cost(t);
      exact += fixed(onGrid(cost(t)));
      exactPlain += fixed(cost(t));
    }
    expect(fixed(loss[1] ?? 0)).toBe(exact);
    expect(ulpsOff(plain, exactPlain)).toBeGreaterThan(10);
  });

  test("return to zero if every charge is reversed, in any order", () => {
    const costs = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(costs, (values) => {
        const loss = addOneByOne([...values, ...values.toReversed().map((value) => -value)]);
        expect([...loss]).toEqual([0, 0, 0, 0]);
      }),
    );
  });

  test("are equal for any order and any batch size of charges", () => {
    const charge = fc.record({
      individual: fc.constantFrom(person(0), person(1), person(2)),
      cost: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(charge, { maxLength: 40 }), (charges) => {
        const none: Float64Array = new Float64Array(rules.size);
        let oneByOne = none;
        for (const one of charges) oneByOne = addCharges(rules, oneByOne, [one]).loss;
        const turned = addCharges(rules, none, charges.toReversed());
        expect(turned.loss).toEqual(oneByOne);
        expect(turned.least).toBe(Math.min(...oneByOne));
      }),
    );
  });

  test("round costs to the nearest multiple of 2^-24, ties to even, at most 2^20", () => {
    const step = 2 ** -24;
    expect([0.4, 0.5, 0.6, 1.5, -0.5, -1.5].map((steps) => onGrid(steps * step) / step)).toEqual([
      0, 0, 1, 2, 0, -2,
    ]);
    expect(onGrid(1 / 3)).toBe(Math.round(2 ** 24 / 3) / 2 ** 24);
    expect([onGrid(1e300), onGrid(-1e300), onGrid(2 ** 20)]).toEqual([2 ** 20, -(2 ** 20), 2 ** 20]);
  });

  test("are refused exactly when sums would no longer be exact, for any batch size", () => {
    const most = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ individual: person(i / count), cost: 2 ** 20 }));
    const full = addCharges(rules, new Float64Array(rules.size), most(256)).loss;
    expect(full[1]).toBe(2 ** 28);
    refuses("range", () => addCharges(rules, full, most(1)));
    const back = most(300).map(({ individual }) => ({ individual, cost: -(2 ** 20) }));
    expect(addCharges(rules, full, back).loss[1]).toBe(2 ** 28 - 300 * 2 ** 20);
  });

  test("change only the rules that accept the charged person", () => {
    const { loss } = addCharges(rules, new Float64Array(4), [{ individual: person(2), cost: 3 }]);
    expect([...loss]).toEqual([0, 3, 0, 3]);
  });

  test("refuse charges that are not finite", () => {
    refuses("not-finite", () =>
      addCharges(rules, new Float64Array(4), [{ individual: person(0), cost: Number.NaN }]),
    );
  });
});

describe("weights", () => {
  test("are shifted by the least loss and exactly 0 below exp(-708)", () => {
    const loss = Float64Array.of(1000, 1001, 1708, 1708.5, 5000);
    const weights = exponentialWeights({ loss }, 1);
    expect(weights[0]).toBe(1);
    expect(weights[1]).toBeCloseTo(Math.exp(-1), 15);
    expect(weights[2]).toBeGreaterThan(2.2250738585072014e-308);
    expect([weights[3], weights[4]]).toEqual([0, 0]);
  });

  test("include changes to the losses", () => {
    const tilted = { loss: Float64Array.of(1, 1), tilt: Float64Array.of(0, 0.5) };
    expect(exponentialWeights(tilted, 1)[1]).toBeCloseTo(Math.exp(-0.5), 15);
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

  test("draws the first rule whose running total is above u × total", () => {
    const at = (u: number) => drawHypothesis(cumulative, u);
    expect(at(0)).toBe(1);
    expect(at(0.25 - 2 ** -53)).toBe(1);
    expect(at(0.25)).toBe(3);
    expect(at(0.75 - 2 ** -53)).toBe(3);
    expect(at(0.75)).toBe(4);
    expect(at(last)).toBe(4);
  });

  test("never draws a rule of weight 0, for any u and any weights", () => {
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

  test("draws each rule in proportion to its weight", () => {
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

describe("charges", () => {
  const group = GROUP * SLOTS;
  const charges = (count: number, cost: number) =>
    Array.from({ length: count }, (_, i) => ({ individual: [String(i)], cost }));

  test("are added in batches of as many people as there are tables for", () => {
    const sizes = (count: number) => batchesOf(charges(count, 1)).map(({ length }) => length);
    expect([0, 1, group, group + 1, 2 * group + 1].map(sizes)).toEqual([
      [0],
      [1],
      [group],
      [group, 1],
      [group, group, 1],
    ]);
  });

  test("are added in batches that can be charged exactly", () => {
    // 2^28 in all, of charges of 2^20 at most: a person of half of it is charged 128 times
    const sizes = (...times: number[]) => {
      const people = times.map((count, i) => ({ individual: [String(i)], count }));
      const all = people.flatMap(({ individual, count }) =>
        Array.from({ length: Math.abs(count) }, () => ({ individual, cost: Math.sign(count) * 2 ** 20 })),
      );
      return batchesOf(all).map(({ length }) => length);
    };
    expect(sizes(128, 128)).toEqual([2]);
    expect(sizes(128, -128, 1)).toEqual([2, 1]);
    expect(sizes(128, 128, 128, -128, 1)).toEqual([2, 2, 1]);
  });

  test("of one person are merged, and dropped if their sum is zero", () => {
    const [one, other] = [["1"], ["2"]];
    const all = [
      { individual: one, cost: 1.5 },
      { individual: other, cost: 2 },
      { individual: one, cost: 0.5 },
      { individual: other, cost: -2 },
    ];
    expect(batchesOf(all)).toEqual([[{ individual: one, cost: 2 }]]);
  });

  test("are pending until read, in order, up to a limit", () => {
    const added: number[][] = [];
    const add = (sum: number, some: readonly { cost: number }[]) => {
      added.push(some.map(({ cost }) => cost));
      return some.reduce((total, { cost }) => total + cost, sum);
    };
    const none = new LazySums<number>({ start: () => 10, add });
    const three = none
      .plus(charges(1, 1))
      .plus([])
      .plus([...charges(1, 2), ...charges(1, 3)]);
    expect(added).toEqual([]);
    expect([three.settled, three.settled, none.settled]).toEqual([16, 16, 10]);
    expect(added).toEqual([[1, 2, 3]]);
    let waiting = none;
    for (let i = 0; i < MOST_PENDING; i++) waiting = waiting.plus(charges(1, 1));
    expect(added).toHaveLength(1);
    expect(waiting.plus(charges(1, 1)).settled).toBe(10 + MOST_PENDING + 1);
    expect(added.slice(1).map(({ length }) => length)).toEqual([MOST_PENDING, 1]);
  });
});
