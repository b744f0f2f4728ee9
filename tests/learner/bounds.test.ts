import { describe, expect, it } from "vitest";
import { errorRegretBound, noGuaranteeBelow, violatingRoundsBound } from "#server/learner/bounds.ts";
import { chanceMargin, settingsAt } from "#server/learner/config/step-sizes.ts";
import { ixSpec, paperSpec, refuses, smallSpec } from "./fixtures.ts";

const size = 8;

/** The closed form for a study without a horizon, as in docs and code, computed with Math functions. */
function anytime(multiplier: number, eps: number, rounds: number): number {
  const s = Math.min(1, 1 / multiplier);
  const c = Math.sqrt(1 / 3);
  const root = Math.sqrt(Math.log(size));
  const K = 2 / (s * c) + 2.5 * (1 + Math.SQRT2) * s * c;
  const inner = (1 + Math.SQRT2) * Math.sqrt(rounds) + K * root * (1 + (Math.SQRT2 - 1) * Math.log2(rounds));
  return (c * root * inner) / (eps * eps * multiplier * (1 - Math.min(1, multiplier) / 2));
}

describe("the number of rounds below which nothing is guaranteed", () => {
  it.each([0.5, 1, 2, 4])(
    "is the first at which the closed form is below the rounds, with a multiplier of %d",
    (M) => {
      const spec = { ...smallSpec, horizon: null, fairnessMultiplier: String(M) };
      const from = noGuaranteeBelow(spec, size);
      expect(anytime(M, 0.1, from)).toBeLessThan(from);
      expect(anytime(M, 0.1, from - 1)).toBeGreaterThanOrEqual(from - 1);
    },
  );

  it.each([smallSpec, paperSpec])(
    "is the first at which the bound of mode $mode is below its horizon",
    (spec) => {
      const at = (horizon: number) => violatingRoundsBound({ ...spec, horizon }, size, horizon);
      const from = noGuaranteeBelow(spec, size);
      expect(at(from)).toBeLessThan(from);
      expect(at(from - 1)).toBeGreaterThanOrEqual(from - 1);
    },
  );

  it("is refused for an eps above alpha", () => {
    for (const horizon of [100, null])
      refuses("eps-outside-alpha", () => noGuaranteeBelow({ ...smallSpec, horizon, eps: "0.3" }, size));
  });

  it("is infinite if it is too large to count", () => {
    const spec = { ...smallSpec, horizon: null, eps: "0.0001" };
    expect(noGuaranteeBelow(spec, size)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("the bound on the regret", () => {
  it("is refused for fewer than one round", () => {
    for (const t of [0, -1]) refuses("range", () => errorRegretBound(smallSpec, size, t));
  });

  it("of mode paper is 2 ln N/eta + 5/16 d² eta t", () => {
    const { eta, fairnessWeight } = settingsAt(paperSpec, size, 1);
    const d = 2 * 3 + 4 * fairnessWeight;
    const expected = (2 * Math.log(size)) / eta + (5 / 16) * d * d * eta * 100;
    expect(errorRegretBound(paperSpec, size, 100)).toBeCloseTo(expected, 6);
  });

  it.each([smallSpec, ixSpec])(
    "of mode $mode is 2 ln N/eta + 2.5 k² eta t plus the cost of its margin",
    (spec) => {
      const { eta } = settingsAt(spec, size, 1);
      const g = chanceMargin(spec, size);
      const margin = g === 0 ? 0 : 2 * g * 3 * 100 + (3 * (Math.log(size) + 1)) / g;
      const expected = (2 * Math.log(size)) / eta + 2.5 * 9 * eta * 100 + margin;
      expect(errorRegretBound(spec, size, 100)).toBeCloseTo(expected, 6);
    },
  );
});

describe("the bound on the rounds with a report", () => {
  /** The gain of a round with a report in a piece: eps C - eta C^2/2. */
  const earned = ({ eta, fairnessWeight: C }: ReturnType<typeof settingsAt>) => 0.1 * C - (eta * C * C) / 2;

  it("is (regret + k t) divided by the gain of such a round, with a horizon", () => {
    const regret = errorRegretBound(smallSpec, size, 100);
    const expected = (regret + 3 * 100) / earned(settingsAt(smallSpec, size, 1));
    expect(violatingRoundsBound(smallSpec, size, 100)).toBeCloseTo(expected, 6);
    const { fairnessWeight } = settingsAt(paperSpec, size, 1);
    const inPaper = (errorRegretBound(paperSpec, size, 100) + 3 * 100) / (0.1 * fairnessWeight);
    expect(violatingRoundsBound(paperSpec, size, 100)).toBeCloseTo(inPaper, 6);
  });

  it("adds up over the blocks of a study without a horizon", () => {
    const spec = { ...smallSpec, horizon: null };
    // Blocks of the rounds 1, 2 to 3, and 4 to 6.
    const [first, second, third] = [1, 2, 4].map((from) => earned(settingsAt(spec, size, from))) as [
      ...[number, number, number],
    ];
    const budget = (t: number) => errorRegretBound(spec, size, t) + 3 * t;
    const expected =
      budget(1) * (1 / first - 1 / second) + budget(3) * (1 / second - 1 / third) + budget(6) / third;
    expect(violatingRoundsBound(spec, size, 6)).toBeCloseTo(expected, 6);
  });

  it("is refused for an eps above alpha", () => {
    refuses("eps-outside-alpha", () => violatingRoundsBound({ ...smallSpec, eps: "0.3" }, size, 5));
  });
});
