import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateRegrets, type RegretRound } from "#server/findings/frontier/regret.ts";
import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import { errorLoss } from "#server/learner/loss.ts";
import { bestRule, errorCosts } from "#server/learner/simulation/comparator.ts";
import { openLedger } from "#server/learner/simulation/ledger.ts";
import { bit, person, smallSpec } from "#tests/learner/fixtures.ts";
import { playAll, smallRun } from "#tests/learner/simulation/small-run.ts";

const rules = hypothesisClass(smallSpec.columns, smallSpec.hypotheses);
const people = [0.5, 1.5, 2.5].map(person);

test("over all draws the mean is the regret against a rule that was fixed in advance", () => {
  const chance = fc.integer({ min: 5, max: 95 }).map((hundredths) => hundredths / 100);
  const three = <Value>(one: fc.Arbitrary<Value>) => fc.array(one, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(three(chance), three(chance), three(bit), (chances, policy, labels) => {
      let toNone = 0;
      let toAll = 0;
      for (let draw = 0; draw < 8; draw += 1) {
        const picked = [0, 1, 2].map((i) => (draw >> i) & 1);
        const probability = picked.reduce<number>((product, own, i) => {
          const p = chances[i] ?? 0;
          return product * (own === 1 ? p : 1 - p);
        }, 1);
        const seen = labels.map((label, i) => (picked[i] === 1 ? label : null));
        const found = estimateRegrets(rules, [{ people, chances, policy, labels: seen }]);
        toNone += probability * (found?.toNone.errors ?? 0);
        toAll += probability * (found?.toAll.errors ?? 0);
      }
      const error = errorLoss(policy, labels);
      expect(toNone).toBeCloseTo(error - errorLoss([0, 0, 0], labels), 9);
      expect(toAll).toBeCloseTo(error - errorLoss([1, 1, 1], labels), 9);
    }),
  );
});

test("with every label known and everybody picked it is the exact regret of the simulation", () => {
  const played = playAll(smallRun, 120);
  const world = hypothesisClass(smallRun.learner.columns, smallRun.learner.hypotheses);
  const ledger = openLedger(world);
  for (const round of played) ledger.add(round);
  const exact =
    played.reduce((sum, { policy, labels }) => sum + errorLoss(policy, labels), 0) -
    bestRule(ledger.contexts, errorCosts).loss;
  const rounds = played.map(
    ({ people, policy, labels }): RegretRound => ({ people, policy, labels, chances: policy.map(() => 1) }),
  );
  const found = estimateRegrets(world, rounds);
  expect(found?.rounds).toBe(120);
  expect(found?.toBest.errors).toBeCloseTo(exact, 6);
  // the best rule is at least as good as both constants
  expect(found?.toBest.errors).toBeGreaterThanOrEqual((found?.toAll.errors ?? 0) - 1e-9);
  expect(found?.toBest.errors).toBeGreaterThanOrEqual((found?.toNone.errors ?? 0) - 1e-9);
  expect((found?.toAll.interval?.high ?? 0) - (found?.toAll.interval?.low ?? 0)).toBeGreaterThan(1);
});

test("says nothing without a round, and nothing of its spread with one", () => {
  expect(estimateRegrets(rules, [])).toBeNull();
  const one = { people, chances: [0.5, 0.5, 0.5], policy: [0.5, 0.5, 0.5], labels: [1, 0, null] } as const;
  expect(estimateRegrets(rules, [one])?.toAll).toEqual({ errors: 0.5, interval: null });
});
