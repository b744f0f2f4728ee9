import { describe, expect, test } from "vitest";
import { errorRegretBound, noGuaranteeBelow, violatingRoundsBound } from "#server/learner/bounds.ts";
import { chanceMargin, settingsAt } from "#server/learner/config/step-sizes.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { outcomeCharges, roundCharges } from "#server/learner/interface/estimators.ts";
import type { OutcomeChange } from "#server/learner/interface/learner.ts";
import { onGrid } from "#server/learner/numeric/cost-grid.ts";
import { ixSpec, person, playRound, refuses, smallSpec } from "./fixtures.ts";

const people = [person(0.5), person(1.5), person(3.5)];
const no: OutcomeChange = {
  individual: person(0.5),
  chance: 0.5,
  before: null,
  after: "no",
  settledRejected: [],
};

describe("mode ix", () => {
  test("adds g = sqrt(ln(N/delta)/(2T)) to the chance under a label's loss", () => {
    // N = 8, delta = 0.05, T = 100: ln 160 = 5.0751738, / 200 = 0.025375869, root 0.1592980
    const g = chanceMargin(ixSpec, 8);
    expect(g).toBeCloseTo(0.159298, 6);
    const spec = { mode: "ix", rejectedHalves: "when-settled", chanceMargin: g } as const;
    // 1/(0.5 + 0.159298) - 1/2 = 1.0167647
    expect(outcomeCharges(spec, no)[0]?.cost).toBeCloseTo(1.0167647, 6);
    expect(outcomeCharges(spec, { ...no, after: "yes" })[0]?.cost).toBe(-0.5);
    expect(outcomeCharges(spec, { ...no, after: "lost" })).toEqual([]);
    expect(outcomeCharges(spec, { ...no, before: "no", after: "yes" })[0]?.cost).toBeCloseTo(-1.5167647, 6);
  });

  test("adds nothing in the other modes, and is refused without T or delta", () => {
    expect(chanceMargin(smallSpec, 8)).toBe(0);
    refuses("horizon-missing", () => chanceMargin({ mode: "ix", horizon: null, delta: "0.05" }, 8));
    refuses("setting-missing", () => chanceMargin({ mode: "ix", horizon: 100 }, 8));
  });

  test("learns more slowly if the multiplier raises C, so that eta C is at most eps", () => {
    for (const fairnessMultiplier of ["0.5", "1", "3"]) {
      const { eta, fairnessWeight } = settingsAt({ ...ixSpec, fairnessMultiplier }, 8, 7);
      expect(eta * fairnessWeight).toBeLessThanOrEqual(Number(ixSpec.eps) * (1 + 1e-12));
    }
    const [slow, usual] = ["3", "1"].map((fairnessMultiplier) =>
      settingsAt({ ...ixSpec, fairnessMultiplier }, 8, 7),
    );
    expect(slow?.fairnessWeight).toBeCloseTo(3 * (usual?.fairnessWeight ?? 0), 12);
    expect(slow?.eta).toBeCloseTo((usual?.eta ?? 0) / 3, 12);
  });

  test("differs from mode known only in the estimates of labels", () => {
    const ix = exp2.init(ixSpec);
    const known = exp2.init(smallSpec);
    expect(exp2.open(ix, people, "")).toEqual(exp2.open(known, people, ""));
    expect(settingsAt(ixSpec, 8, 7)).toEqual(settingsAt(smallSpec, 8, 7));
    const round = {
      people,
      chances: [0.5, 0.5, 0.5],
      decisions: [1, 0, 0] as const,
      pairs: [{ high: 0, low: 1, weight: 1 }],
      fairnessWeight: 2,
    };
    for (const rejectedHalves of ["at-close", "when-settled"] as const) {
      expect(roundCharges({ mode: "ix", rejectedHalves, chanceMargin: 0.1 }, round)).toEqual(
        roundCharges({ mode: "known", rejectedHalves }, round),
      );
    }
    const after = exp2.applyOutcome(playRound(exp2, ix, round), no);
    const knownAfter = exp2.applyOutcome(playRound(exp2, known, round), no);
    // Rule 1 accepts everyone: the charges differ by 1/0.5 - 1/(0.5 + g)
    const g = chanceMargin(ixSpec, 8);
    const difference = (knownAfter.totals.loss[1] ?? 0) - (after.totals.loss[1] ?? 0);
    expect(difference).toBe(onGrid(2 - 0.5) - onGrid(1 / (0.5 + g) - 0.5));
  });

  test("estimates at most the truth on average, by a factor p/(p + g)", () => {
    // A person of chance 0.2 with the label no is selected one time in five.
    const spec = { mode: "ix", rejectedHalves: "at-close", chanceMargin: 0.05 } as const;
    const selected = 0.5 + (outcomeCharges(spec, { ...no, chance: 0.2 })[0]?.cost ?? 0);
    expect(0.2 * selected).toBeCloseTo(0.2 / 0.25, 12);
  });

  test("has the bound of mode known plus 2 g k t + k (ln N + 1)/g", () => {
    const g = chanceMargin(ixSpec, 8);
    const more = 2 * g * 3 * 100 + (3 * (Math.log(8) + 1)) / g;
    expect(errorRegretBound(ixSpec, 8, 100)).toBeCloseTo(errorRegretBound(smallSpec, 8, 100) + more, 9);
    expect(violatingRoundsBound(ixSpec, 8, 100)).toBeGreaterThan(violatingRoundsBound(smallSpec, 8, 100));
    expect(noGuaranteeBelow(ixSpec, 8)).toBeGreaterThan(noGuaranteeBelow(smallSpec, 8));
  });
});
