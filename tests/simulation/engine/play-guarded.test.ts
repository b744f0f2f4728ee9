import { expect, test } from "vitest";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { reportsUntil } from "#server/learner/guarded/allowance.ts";
import { guardedSettings } from "#server/learner/guarded/settings.ts";
import { addRound, NO_ROUNDS, type RunSums } from "#server/simulation/engine/metrics.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { playAll, smallRun } from "./small-run.ts";

const learner: LearnerSpec = {
  ...smallRun.learner,
  mode: "guarded",
  horizon: null,
  afterHorizon: "anytime",
  pairRule: "all",
  rejectedHalves: "at-close",
  prior: { kind: "constants", none: DEFAULTS.constantShare, all: DEFAULTS.constantShare },
  draw: "even",
  guarded: DEFAULTS.guarded,
};
const guardedRun: RunSpec = { ...smallRun, learner };

function sumsAfterEach(spec: RunSpec, rounds: number): RunSums[] {
  let sums = NO_ROUNDS;
  return playAll(spec, rounds).map((round) => {
    sums = addRound(sums, round);
    return sums;
  });
}

test.each([
  ["people drawn evenly", {}],
  ["labels against the policy", { environment: { kind: "against" } }],
  ["labels late and lost", { outcomes: { delay: { kind: "geometric", mean: 5 }, lostShare: 0.2 } }],
  ["labels turned round", { environment: { kind: "flip", after: 40 } }],
] satisfies [string, Partial<RunSpec>][])("%s: never more violating rounds than guaranteed", (_, part) => {
  const promise = reportsUntil(guardedSettings(learner), 80);
  const sums = sumsAfterEach({ ...guardedRun, ...part }, 80);
  for (const [i, { violatingRounds, cutRounds }] of sums.entries()) {
    expect(cutRounds).toBe(0);
    expect(violatingRounds).toBeLessThanOrEqual(promise[i + 1] ?? 0);
  }
  expect(sums.at(-1)?.violatingRounds).toBeGreaterThan(0);
});

test("an exhausted budget cuts corrections, and violating rounds with a cut are counted", () => {
  const guarded = { ...DEFAULTS.guarded, budget: "0.001" };
  const sums = sumsAfterEach({ ...guardedRun, learner: { ...learner, guarded } }, 80).at(-1) ?? NO_ROUNDS;
  expect(sums.cutViolatingRounds).toBeGreaterThan(0);
  expect(sums.cutRounds).toBeGreaterThanOrEqual(sums.cutViolatingRounds);
  const promise = reportsUntil(guardedSettings(learner), 80).at(-1) ?? 0;
  expect(sums.violatingRounds).toBeLessThanOrEqual(promise + sums.cutViolatingRounds);
  // B k √(t ln N) = 0.001 · 3 · √(80 ln 10)
  expect(sums.spent).toBeLessThanOrEqual(0.003 * Math.sqrt(80 * Math.log(10)) + 1e-12);
  expect(sums.spent).toBeGreaterThan(0);
});

test("an even draw picks the sum of the chances, rounded up or down", () => {
  const rounds = playAll(guardedRun, 100);
  for (const { decisions, policy } of rounds) {
    const picks = decisions.reduce<number>((sum, decision) => sum + decision, 0);
    const expected = policy.reduce((sum, chance) => sum + chance, 0);
    expect(Math.abs(picks - expected)).toBeLessThan(1 + 1e-9);
  }
  expect(new Set(rounds.map(({ decisions }) => decisions.join(""))).size).toBeGreaterThan(2);
});

test("mode guarded has no C: its Lagrangian is the error, and rounds with a pair to judge are counted", () => {
  const rounds = playAll(guardedRun, 100);
  const sums = rounds.reduce(addRound, NO_ROUNDS);
  expect(sums.lagrangian).toBe(sums.error);
  expect(sums.judgedRounds).toBe(rounds.filter(({ eligibleCount }) => eligibleCount > 0).length);
  expect(sums.judgedRounds).toBeLessThan(100);
});
