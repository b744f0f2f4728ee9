import { describe, expect, it } from "vitest";
import { errorRegretBound, violatingRoundsBound } from "#server/learner/bounds.ts";
import { mostReports } from "#server/learner/guarded/allowance.ts";
import { guardedSettings } from "#server/learner/guarded/settings.ts";
import { cellAt } from "#server/simulation/cells.ts";
import { type PlanInput, parsePlan } from "#server/simulation/plan.ts";
import { provenOf } from "#server/simulation/proven.ts";
import { syntheticWorld } from "#server/simulation/world.ts";

function proven(input: PlanInput) {
  const plan = parsePlan({ world: { kind: "synthetic", types: 6, rules: 10 }, horizons: [50], ...input });
  const world = syntheticWorld({ types: 6, rules: 10, seed: 7 });
  const cell = cellAt(plan, world, 0);
  return { cell, ...provenOf(cell, 10) };
}

describe("the proven statements about a run", () => {
  it.each([
    ["default", "known"],
    ["anytime", "anytime"],
    ["paper", "paper"],
    ["ix", "ix"],
  ] as const)("of %s is the bound of its mode, after any number of rounds", (learner, proof) => {
    const found = proven({ learners: [learner] });
    const { learner: spec } = found.cell.run;
    expect(found.proof).toBe(proof);
    for (const t of [1, 20, 50]) {
      expect(found.errorRegret(t)).toBe(errorRegretBound(spec, 10, t));
      expect(found.violatingRounds(t)).toBe(violatingRoundsBound(spec, 10, t));
      expect(found.promise(t)).toBeNull();
    }
  });

  it("include mode guarded's guarantee, for any people, panels and delays", () => {
    const panel = {
      auditors: [{ kind: "distance", weights: {} } as const, { kind: "silent" } as const],
      selection: { how: "widest-report", size: 1 } as const,
      rule: "1/1",
    };
    const candidates = { aim: "most-errors", count: 6 } as const;
    const late = { delay: { kind: "fixed", rounds: 3 } } as const;
    const found = proven({ learners: ["guarded"], panel, candidates, outcomes: late, openRounds: 5 });
    expect(found.proof).toBe("guarded");
    for (const t of [1, 20, 50]) {
      expect(found.promise(t)).toBe(mostReports(guardedSettings(found.cell.run.learner), t));
    }
    expect([found.errorRegret(20), found.violatingRounds(20)]).toEqual([null, null]);
  });

  it.each<[string, PlanInput]>([
    ["FTPL", { learners: ["ftpl"] }],
    ["a learner that does not hear the panel", { learners: ["no-fairness"] }],
    ["late outcomes", { outcomes: { delay: { kind: "fixed", rounds: 1 } } }],
    ["lost outcomes", { outcomes: { lostShare: 0.1 } }],
    ["several open rounds", { openRounds: 2 }],
  ])("has no number with %s", (_, input) => {
    const { proof, errorRegret, violatingRounds, promise } = proven(input);
    expect([proof, errorRegret(20), violatingRounds(20), promise(20)]).toEqual([null, null, null, null]);
  });
});
