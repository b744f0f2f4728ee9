import { expect, it } from "vitest";
import { runFigures } from "#server/results/simulations/figures.ts";
import type { CellResult } from "#server/simulation/results.ts";

/** Two seeds of one run, with only the inputs of its yardsticks. */
const cells = [
  { yesShare: 0.25, acceptedShare: 0.5, bestRuleErrorPerPerson: 0.1 },
  { yesShare: 0.35, acceptedShare: 0.5, bestRuleErrorPerPerson: 0.1 },
].map((each) => ({ learner: "guarded", violatingRounds: 0, errorPerPerson: 0.2, ...each })) as CellResult[];

it("compares a run with rules by the outcomes of the run's seeds", () => {
  const { yardsticks } = runFigures(cells, "0.2");
  expect(yardsticks.acceptNone).toEqual({ mean: expect.closeTo(0.3, 12), low: 0.25, high: 0.35 });
  expect(yardsticks.acceptAll.high).toBe(0.75);
  expect(yardsticks.atRandom).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  // 0.8 of the better constant and 0.2 of the best rule.
  expect(yardsticks.unreportable?.low).toBeCloseTo(0.8 * 0.25 + 0.2 * 0.1, 12);
  expect(yardsticks.inForce).toBeNull();
});

it("omits figures that a rehearsal's cells do not contain", () => {
  const unmeasured = cells.map(({ bestRuleErrorPerPerson: _, ...cell }) => cell);
  expect(runFigures(unmeasured, "0.2").yardsticks.unreportable).toBeNull();
  const { yardsticks } = runFigures(unmeasured, "0.2", { inForce: 0.28, unreportable: 0.22 });
  expect(yardsticks.inForce).toEqual({ mean: 0.28, low: 0.28, high: 0.28 });
  expect(yardsticks.unreportable?.mean).toBeCloseTo(0.22, 12);
});
