import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Signs, signsOf } from "#server/learner/guarded/signs.ts";
import { sweep } from "#server/learner/guarded/sweep.ts";
import type { Verdict } from "#server/learner/guarded/verdicts.ts";

const verdict = (difference: readonly number[], rest: Partial<Verdict> = {}): Verdict => ({
  high: "a",
  low: "b",
  round: 1,
  signs: signsOf(
    Uint8Array.from(difference, (f) => Number(f > 0)),
    Uint8Array.from(difference, (f) => Number(f < 0)),
  ),
  bound: 0.1,
  count: 1,
  charge: 0,
  until: null,
  ...rest,
});

/** The share of weight with f = 1 less that with f = -1. */
function gapOf(weights: Float64Array, { signs }: Verdict): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.reduce((sum, weight, h) => sum + weight * signAt(signs, h), 0) / total;
}

function signAt(signs: Signs, h: number): number {
  return [0, 1, -1][((signs[h >> 2] ?? 0) >> (2 * (h & 3))) & 3] as number;
}

function swept(weights: readonly number[], verdicts: readonly Verdict[], { eta = 0.5, trust = 100 } = {}) {
  const after = Float64Array.from(weights);
  const tilt = new Float64Array(weights.length);
  return { verdicts: sweep(after, tilt, verdicts, { eta, trust }), weights: after, tilt };
}

describe("a sweep", () => {
  it("brings a pair exactly to its bound, and charges the change", () => {
    const pair = verdict([1, -1, 0]);
    const after = swept([0.5, 0.2, 0.3], [pair]);
    expect(gapOf(after.weights, pair)).toBeCloseTo(0.1, 12);
    // z = (0.1 · 0.3 + √(0.1² 0.3² + 4 (1 - 0.1²) 0.5 · 0.2)) / (2 (1 - 0.1) 0.5) = 0.73319...
    const z = (0.03 + Math.sqrt(0.0009 + 4 * 0.99 * 0.1)) / 0.9;
    expect(after.verdicts[0]?.charge).toBeCloseTo(-Math.log(z) / 0.5, 12);
    expect([...after.tilt]).toEqual([after.verdicts[0]?.charge, -(after.verdicts[0]?.charge ?? 0), 0]);
    expect(after.weights[2]).toBe(0.3);
  });

  it("does not change a pair within its bound that was never charged", () => {
    const after = swept([0.3, 0.25, 0.45], [verdict([1, -1, 0])]);
    expect([...after.weights]).toEqual([0.3, 0.25, 0.45]);
    expect(after.verdicts[0]?.charge).toBe(0);
  });

  it("refunds a charge in full if no rule accepts the higher person any longer", () => {
    const eta = 0.7;
    // as doubles 0.7 · 0.1/0.7 is not 0.1
    const after = swept([0, 0.5, 0.5], [verdict([1, -1, 0], { charge: 0.1 })], { eta });
    expect((eta * 0.1) / eta).not.toBe(0.1);
    expect(after.verdicts[0]?.charge).toBe(0);
    expect([...after.tilt]).toEqual([-0.1, 0.1, 0]);
  });

  it("moves no further than the trust in one verdict, and twice as far if flagged twice", () => {
    const moved = (count: number) =>
      swept([0.9, 0.05, 0.05], [verdict([1, -1, 0], { count })], { trust: 0.25 }).verdicts[0]?.charge ?? 0;
    expect(moved(1)).toBe(0.25 / 0.5);
    expect(moved(2)).toBe(0.5 / 0.5);
  });

  it("moves no log weight by more than 20 at once", () => {
    const after = swept([1, 0, 0], [verdict([1, -1, 0])]);
    // Nothing lies on the other side, so no finite tilt would reach the bound.
    expect(after.verdicts[0]?.charge).toBe(20 / 0.5);
    expect(after.weights[0]).toBeCloseTo(Math.exp(-20), 20);
  });

  it("refunds what is no longer needed, to exactly zero", () => {
    const after = swept([0.1, 0.6, 0.3], [verdict([1, -1, 0], { charge: 0.5 })]);
    expect(after.verdicts[0]?.charge).toBe(0);
    expect([...after.tilt]).toEqual([-0.5, 0.5, 0]);
    const gone = swept([0, 0.6, 0.4], [verdict([1, -1, 0], { charge: 0.5 })]);
    expect(gone.verdicts[0]?.charge).toBe(0);
  });

  it("keeps shares accurate if tilts of e^20 leave almost nothing of a large total", () => {
    const newest = verdict([1, -1, 0], { round: 2, bound: 0.5, charge: 40 });
    const older = verdict([1, 0, -1]);
    // The newest refunds all it had, e^20: of a total of 1 some 2.5e-9 are left, and a rest of 1e-12.
    const after = swept([1e-18, 1, 1e-12], [older, newest]);
    expect(after.verdicts[1]?.charge).toBe(0);
    expect(gapOf(after.weights, older)).toBeCloseTo(0.1, 11);
  });

  it("handles the newest pair first", () => {
    const [older, newer] = [verdict([1, -1, 0]), verdict([1, 0, -1], { round: 2 })];
    const after = swept([0.6, 0.2, 0.2], [older, newer]);
    const alone = swept([0.6, 0.2, 0.2], [newer]);
    expect(after.verdicts[1]?.charge).toBe(alone.verdicts[0]?.charge);
    expect(after.verdicts[0]?.charge).not.toBe(swept([0.6, 0.2, 0.2], [older]).verdicts[0]?.charge);
  });

  it("never lowers the dual value, whatever the weights, bounds and charges", () => {
    const share = fc.double({ min: 1e-6, max: 1, noNaN: true });
    const one = fc.record({
      bound: fc.double({ min: 0, max: 0.9, noNaN: true }),
      /** A share of the trust's limit; charges never exceed it, since η only falls. */
      used: fc.constantFrom(0, 0.3, 1),
      count: fc.constantFrom(1, 2),
      signs: fc.array(fc.constantFrom(-1, 0, 1), { minLength: 5, maxLength: 5 }),
    });
    const world = fc.record({
      prior: fc.array(share, { minLength: 5, maxLength: 5 }),
      pairs: fc.array(one, { minLength: 1, maxLength: 4 }),
      eta: fc.constantFrom(0.1, 1, 3),
      trust: fc.constantFrom(0.2, 3),
    });
    fc.assert(
      fc.property(world, ({ prior, pairs, eta, trust }) => {
        const verdicts = pairs.map(({ signs, used, ...rest }) =>
          verdict(signs, { ...rest, charge: (used * trust * rest.count) / eta }),
        );
        /** -(1/η) ln Σ q e^(-η Σ c (f - b)), with the q on which the weights below are based */
        const dual = (charges: readonly number[]) => {
          const total = prior.reduce((sum, q, h) => {
            const tilt = verdicts.reduce(
              (each, { signs, bound }, v) => each + (charges[v] as number) * (signAt(signs, h) - bound),
              0,
            );
            return sum + q * Math.exp(-eta * tilt);
          }, 0);
          return -Math.log(total) / eta;
        };
        const before = verdicts.map(({ charge }) => charge);
        const weights = prior.map(
          (q, h) =>
            q *
            Math.exp(-eta * verdicts.reduce((sum, { signs, charge }) => sum + charge * signAt(signs, h), 0)),
        );
        const after = swept(weights, verdicts, { eta, trust }).verdicts.map(({ charge }) => charge);
        expect(dual(after)).toBeGreaterThanOrEqual(dual(before) - 1e-9);
        for (const charge of after) expect(charge).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
