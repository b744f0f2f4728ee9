import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ftpl } from "#server/learner/ftpl/ftpl.ts";
import { decidePanel, eligiblePairs, pivotalAuditor } from "#server/learner/panel/panel.ts";
import { bindPanelRule } from "#server/learner/panel/panel-rule.ts";
import { lagrangianLoss } from "#server/simulation/engine/loss.ts";
import { linearLoss, reduceLiterally } from "#tests/learner/reduction.ts";
import { bit, ftplSpec, person, share } from "./fixtures.ts";

type Bit = 0 | 1;

/** The paper's statements about sequences of rounds; its lemmas about one round are in reduction.test.ts. */

describe("Theorem 3.2", () => {
  const [k, rules] = [3, 4];
  const many = <Value>(one: fc.Arbitrary<Value>, length: number) =>
    fc.array(one, { minLength: length, maxLength: length });
  const policy = many(fc.integer({ min: 1, max: 9 }), rules);
  const round = fc.record({
    /** h(x_i) by rule, then by person. */
    decisions: many(many(bit, k), rules),
    labels: many(bit, k),
    high: fc.integer({ min: 0, max: k - 1 }),
    low: fc.integer({ min: 0, max: k - 1 }),
    deployed: policy,
  });
  const sequence = fc.record({
    rounds: fc.array(round, { minLength: 1, maxLength: 12 }),
    C: fc.integer({ min: 1, max: 4 }),
    comparators: fc.array(policy, { minLength: 1, maxLength: 5 }),
  });
  type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

  const shares = (weights: readonly number[]) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  };
  const only = (rule: number) => Array.from({ length: rules }, (_, h) => (h === rule ? 1 : 0));
  const lagrangian = ({ decisions, labels, high, low }: Round, mix: readonly number[], C: number) => {
    const chances = labels.map((_, i) =>
      Math.min(
        1,
        decisions.reduce((sum, of, h) => sum + (mix[h] ?? 0) * (of[i] ?? 0), 0),
      ),
    );
    return lagrangianLoss(chances, labels, [{ high, low, weight: 1 }], C);
  };
  const linear = ({ decisions, labels, high, low }: Round, mix: readonly number[], C: number) =>
    decisions.reduce((sum, of, h) => {
      const pair = { high: of[high] as Bit, low: of[low] as Bit, weight: 1 };
      const input = { decisions: of, labels, pairs: [pair], fairnessWeight: C };
      return sum + (mix[h] ?? 0) * linearLoss(reduceLiterally(input));
    }, 0);

  test("bounds the Lagrangian regret against policies by 2(2k + 4C) times the normalised regret", () => {
    fc.assert(
      fc.property(sequence, ({ rounds, C, comparators }) => {
        const summed = (loss: typeof lagrangian, mixOf: (round: Round) => readonly number[]) =>
          rounds.reduce((sum, one) => sum + loss(one, mixOf(one), C), 0);
        const deployed = ({ deployed }: Round) => shares(deployed);
        const best = Math.min(
          ...Array.from({ length: rules }, (_, rule) => summed(linear, () => only(rule))),
        );
        // R of the theorem: for losses scaled to [0, 1], as in its last step.
        const regret = (summed(linear, deployed) - best) / (2 * k + 4 * C);
        const against = Math.min(...comparators.map((one) => summed(lagrangian, () => shares(one))));
        const left = summed(lagrangian, deployed) - against;
        expect(left).toBeLessThanOrEqual(2 * (2 * k + 4 * C) * regret + 1e-9);
        // With the rules themselves among the policies the bound is tight.
        const bestRule = Math.min(
          ...Array.from({ length: rules }, (_, rule) => summed(lagrangian, () => only(rule))),
        );
        expect(summed(lagrangian, deployed) - bestRule).toBeCloseTo(2 * (2 * k + 4 * C) * regret, 9);
      }),
    );
  });
});

describe("section 4.1: three points, two auditors", () => {
  // d^1(x1, x2) > d^2(x1, x2) and d^1(x2, x3) < d^2(x2, x3)
  const distances = { "0>1": [0.4, 0.1], "1>2": [0.1, 0.4] } as const;
  const alpha = "0.1";
  const half = share(1, 2);
  const chances = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((tenth) => tenth / 10);

  test("neither auditor is stricter: the pivotal auditor depends on the pair", () => {
    const rule = bindPanelRule(half, 2);
    expect(pivotalAuditor(distances["0>1"], rule)).toBe(1);
    expect(pivotalAuditor(distances["1>2"], rule)).toBe(0);
    const both = bindPanelRule(share(1, 1), 2);
    expect(pivotalAuditor(distances["0>1"], both)).toBe(0);
    expect(pivotalAuditor(distances["1>2"], both)).toBe(1);
  });

  test("on each pair the panel decides like the pivotal auditor, for any policy (Lemma 4.1)", () => {
    const flagsOf = (policy: readonly number[], seat: number) =>
      eligiblePairs(policy.map(String), alpha).filter(([high, low]) => {
        const between = distances[`${high}>${low}` as keyof typeof distances]?.[seat];
        return between !== undefined && (policy[high] ?? 0) - (policy[low] ?? 0) > between + Number(alpha);
      });
    let reported = 0;
    for (const first of chances) {
      for (const second of chances) {
        for (const third of chances) {
          const policy = [first, second, third];
          const flags = [flagsOf(policy, 0), flagsOf(policy, 1)];
          const { violations } = decidePanel({
            ...{ chances: policy.map(String), alpha, rule: half, seatCount: 2, flags, pairRule: "average" },
          });
          const expected = [
            ...(flags[1] ?? []).filter(([high]) => high === 0),
            ...(flags[0] ?? []).filter(([high]) => high === 1),
          ];
          expect(violations.map(({ high, low }) => [high, low])).toEqual(expected);
          reported += violations.length;
        }
      }
    }
    expect(reported).toBeGreaterThan(100);
  });
});

describe("Lemma 4.13", () => {
  test("bounds the share of openings whose resampled chances leave its interval", () => {
    const people = [person(0.5), person(1.5), person(2.5), person(3.5)];
    const k = people.length;
    const seedOf = (i: number) => (i + 1).toString(16).padStart(8, "0").repeat(8);
    const opened = (resampleCount: number, i: number) => {
      const state = ftpl.init({ ...ftplSpec, roundSize: k, resampleCount });
      return ftpl.open(state, people, seedOf(i)).chances.map(Number);
    };
    // An estimate of the exact policy: its error is a thirtieth of the interval.
    const policy = opened(100_000, 10_000);
    const [R, delta, openings] = [100, 0.1, 300];
    // One opening, so T = 1: the proof's union bound is over the people alone.
    const radius = Math.sqrt(Math.log((2 * k) / delta) / (2 * R));
    const outside = Array.from({ length: openings }, (_, i) => opened(R, i)).filter((found) =>
      found.some((chance, i) => Math.abs(chance - (policy[i] ?? 0)) > radius),
    ).length;
    expect(outside).toBeLessThanOrEqual(delta * openings);
    // The interval is not too wide: half of it would not be enough.
    const outsideHalf = Array.from({ length: openings }, (_, i) => opened(R, i)).filter((found) =>
      found.some((chance, i) => Math.abs(chance - (policy[i] ?? 0)) > radius / 2),
    ).length;
    expect(outsideHalf).toBeGreaterThan(0);
  });
});
