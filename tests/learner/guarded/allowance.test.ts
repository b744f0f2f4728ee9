import { expect, it } from "vitest";
import { certainUntil, mostReports, nextTau, reportsUntil } from "#server/learner/guarded/allowance.ts";

const settings = { allowance: 1, step: 0.2, tauStart: 0.1 };

it.each([
  [5, 2],
  [10, 2],
  [20, 4],
  [50, 6],
  [100, 9],
  [200, 13],
])("of %i rounds at most %i end in a report", (rounds, most) => {
  expect(mostReports(settings, rounds)).toBe(most);
});

it.each([
  [1, 6],
  [1.5, 8],
  [2, 9],
])("an allowance of %d guarantees at most %i in 50", (allowance, most) => {
  expect(mostReports({ ...settings, allowance }, 50)).toBe(most);
});

it("never promises more than the root of the rounds", () => {
  const most = reportsUntil(settings, 1000);
  expect(most).toHaveLength(1001);
  for (const [rounds, reports] of most.entries()) {
    expect(reports).toBeLessThanOrEqual(Math.max(1, Math.sqrt(rounds)));
  }
  expect(most[50]).toBe(mostReports(settings, 50));
});

it("falls by a step, not below its negative, and rises by little", () => {
  expect(nextTau(settings, 0.1, 1, true)).toBeCloseTo(-0.1, 15);
  expect(nextTau(settings, -0.1, 2, true)).toBe(-0.2);
  // v_1 = min(0.2, 1) = 0.2, so τ rises by 0.2 · 0.2
  expect(nextTau(settings, 0.1, 1, false)).toBeCloseTo(0.14, 15);
  // √100 - √99 = 0.0501256...
  expect(nextTau(settings, 0.1, 100, false)).toBeCloseTo(0.1 + 0.2 * 0.05012562893, 10);
  expect(nextTau(settings, 0.99, 2, false)).toBe(1);
});

it("is guaranteed as long as no budget can run out", () => {
  // (2 · 4/0.8)² ln 141 = 100 · 4.9487...
  expect(certainUntil({ budget: 4, alpha: 0.2, upwards: false }, 141)).toBe(494);
  // A round that moves chances upwards may correct twice as much.
  expect(certainUntil({ budget: 8, alpha: 0.2, upwards: true }, 141)).toBe(494);
});
