/** Parts of mode `guarded` that would need a long log: even draws, the list of verdicts, the sweep. */

import { describe, expect, it } from "vitest";
import { parseReal, type Ratio } from "./decimal.ts";
import { evenDecisions } from "./draw-even.ts";
import { targetOf } from "./guarded-numbers.ts";
import { tauAfter } from "./guarded-tau.ts";
import { remember, sweep, type Verdict } from "./guarded-verdicts.ts";

describe("the even draw", () => {
  const exact = (text: string): Ratio => parseReal(text, "test");

  it("picks people whose interval contains an integer plus u, in exact arithmetic", () => {
    const tenths = Array.from({ length: 10 }, () => exact("0.1"));
    const order = tenths.map((_, position) => position);
    // in doubles the tenths sum to 0.9999999999999999
    for (const u of [0, 0.125, 0.5, 1 - 2 ** -53]) {
      const decisions = evenDecisions(tenths, order, u);
      expect(decisions.indexOf(1)).toBe(Math.floor(u * 10));
      expect(decisions.filter((decision) => decision === 1)).toHaveLength(1);
    }
    const sure = ["1", "0.25", "1", "0"].map(exact);
    expect(evenDecisions(sure, [3, 1, 0, 2], 0.1875)).toEqual([1, 1, 1, 0]);
    expect(evenDecisions(sure, [3, 1, 0, 2], 0.25)).toEqual([1, 0, 1, 0]);
  });
});

describe("numbers of a round", () => {
  const settings = {
    allowance: 1,
    step: 0.2,
    tauStart: 0.1,
    pace: 10,
    trust: 3,
    budget: 4,
    forget: null,
    upwards: false,
    rareYes: false,
    rememberFor: null,
  };

  it("tau falls by a step, at least to minus one step, and rises by steps up to 1", () => {
    expect(tauAfter(settings, 0.3, 5, true)).toBeCloseTo(0.1, 12);
    expect(tauAfter(settings, -0.1, 5, true)).toBe(-0.2);
    // v_t = min(0.2, sqrt(t) - sqrt(t - 1)): 0.2 at t = 5, 0.1213... at t = 17
    expect(tauAfter(settings, 0.3, 5, false)).toBeCloseTo(0.34, 12);
    expect(tauAfter(settings, 0.3, 17, false)).toBeCloseTo(0.3 + 0.2 * (Math.sqrt(17) - 4), 12);
    expect(tauAfter(settings, 0.99, 5, false)).toBe(1);
  });

  it("the target is the mean, or a third of the largest if that is more", () => {
    expect(targetOf([0.6, 0.3, 0.3], null)).toBeCloseTo(0.4, 12);
    expect(targetOf([0.9, 0, 0, 0], null)).toBeCloseTo(0.3, 12);
    expect(targetOf([0.6, 0.3, 0.3], 0.75)).toBeCloseTo(0.7, 12);
    expect(targetOf([0.6, 0.3, 0.3], 0.25)).toBeCloseTo(0.4, 12);
  });
});

describe("remembered verdicts", () => {
  const verdict = (name: string, bound: number, charge: number): Verdict => ({
    people: [name, "x"],
    differences: [0, 0, 1, -1],
    bound,
    charge,
    until: null,
  });
  const many = (count: number, charge: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => verdict(`v${index}`, 0.5, charge(index)));
  const names = ({ verdicts }: { verdicts: readonly Verdict[] }) => verdicts.map(({ people }) => people[0]);

  it("are dropped beyond 256, smallest charges first, the oldest of equal ones", () => {
    const found = [verdict("new 1", 0.2, 0), verdict("new 2", 0.3, 0)];
    const kept = remember(
      many(256, (index) => (index === 9 ? 1 : 2)),
      found,
    );
    expect(names(kept)).toHaveLength(256);
    expect(names(kept).slice(0, 3)).toEqual(["v1", "v2", "v3"]);
    expect(names(kept)).not.toContain("v9");
    expect(names(kept).slice(-2)).toEqual(["new 1", "new 2"]);
    expect(kept.atBoundary).toBe(false);
  });

  it("are marked if another exp could have dropped a different one", () => {
    const charges = (index: number) => 1 + index * 1e-12;
    expect(remember(many(256, charges), [verdict("new", 0.2, 0)]).atBoundary).toBe(true);
    expect(remember(many(255, charges), [verdict("new", 0.2, 0)]).atBoundary).toBe(false);
  });

  it("keep the largest bounds of a round with more than 256", () => {
    const round = Array.from({ length: 258 }, (_, index) => verdict(`v${index}`, index < 2 ? 0.1 : 0.3, 0));
    expect(
      names(
        remember(
          many(5, () => 9),
          round,
        ),
      )[0],
    ).toBe("v2");
    expect(names(remember([], round))).toHaveLength(256);
  });

  it("bring their pair to its bound, newest first, and refund what is not needed", () => {
    const weights = [0.25, 0.25, 0.4, 0.1];
    const gap = (of: readonly number[]) =>
      ((of[2] ?? 0) - (of[3] ?? 0)) / of.reduce((sum, one) => sum + one, 0);
    const rates = { eta: 0.5, trust: 3 };
    const held = sweep(weights, [0, 0, 0, 0], [verdict("a", 0.2, 0)], rates);
    expect(gap(held?.weights ?? [])).toBeCloseTo(0.2, 12);
    const [charged] = held?.verdicts ?? [];
    expect(held?.tilt[2]).toBe(charged?.charge);
    const trusted = sweep(weights, [0, 0, 0, 0], [verdict("a", 0.2, 0)], { eta: 0.5, trust: 0.1 });
    expect(trusted?.verdicts[0]?.charge).toBeCloseTo(0.2, 12);
    const free = sweep([0.25, 0.25, 0.1, 0.4], [0, 0, 0.3, -0.3], [verdict("a", 0.2, 0.3)], rates);
    expect(free?.verdicts[0]?.charge).toBe(0);
    expect(free?.tilt).toEqual([0, 0, 0, 0]);
  });
});
