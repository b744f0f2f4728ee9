import fc from "fast-check";
import { expect, test } from "vitest";
import type { WhatIfRound } from "#server/analysis/what-if/explored-round.ts";
import { liveRegret } from "#server/analysis/what-if/live-regret.ts";
import { estimateRegrets, type RegretRound } from "#server/analysis/what-if/regret.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { HypothesisSpec } from "#server/learner/config/spec.ts";
import { oracleOf } from "#server/learner/oracles/catalogue.ts";
import { bestRule, errorCosts } from "#server/simulation/engine/comparator.ts";
import { openLedger } from "#server/simulation/engine/ledger.ts";
import { errorLoss } from "#server/simulation/engine/loss.ts";
import { bit, person, smallSpec } from "#tests/learner/fixtures.ts";
import { playAll, smallRun } from "#tests/simulation/engine/small-run.ts";

const rules = hypothesisClass(smallSpec.columns, smallSpec.hypotheses);
const people = [0.5, 1.5, 2.5].map(person);

test("has as mean over all draws the regret against a rule fixed in advance", () => {
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

test("equals the simulation's exact regret if all labels are known and all people picked", () => {
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
  // The best rule is at least as good as both constants.
  expect(found?.toBest.errors).toBeGreaterThanOrEqual((found?.toAll.errors ?? 0) - 1e-9);
  expect(found?.toBest.errors).toBeGreaterThanOrEqual((found?.toNone.errors ?? 0) - 1e-9);
  expect((found?.toAll.interval?.high ?? 0) - (found?.toAll.interval?.low ?? 0)).toBeGreaterThan(1);
});

test("uses the oracle's best rule without a list, which equals the list's best", () => {
  const trees = (count: number) => {
    const columns = [{ name: "score", type: "number" as const }];
    const spec: HypothesisSpec = {
      kind: "trees",
      version: 1,
      depth: 2,
      predicates: Array.from({ length: count }, (_, b) => ({
        column: "score",
        test: "above",
        value: String(b),
      })),
    };
    const rules = hypothesisClass(columns, spec);
    return { rules, oracle: oracleOf(columns, spec, rules) };
  };
  const round = (labels: readonly (0 | 1 | null)[]): RegretRound => ({
    people: labels.map((_, i) => person(i + 0.5)),
    chances: labels.map(() => 0.5),
    policy: labels.map((_, i) => i / 10),
    labels,
  });
  const rounds = [round([1, 1, 0, null, 1]), round([0, 1, 0, 0, 1]), round([1, 1, null, 0, 0])];
  const [small, large] = [trees(5), trees(40)];
  expect(large.rules.unlisted).toBeDefined();
  const listed = estimateRegrets(small.rules, rounds);
  expect(estimateRegrets(small.rules, rounds, small.oracle)).toEqual(listed);
  // None of the 35 additional cuts lies between two of these people.
  const found = estimateRegrets(large.rules, rounds, large.oracle);
  expect(found?.toBest.errors).toBeCloseTo(listed?.toBest.errors ?? Number.NaN, 9);
  expect(() => estimateRegrets(large.rules, rounds)).toThrow();
});

test("is absent without a round, and has no spread with one", () => {
  expect(estimateRegrets(rules, [])).toBeNull();
  const one = { people, chances: [0.5, 0.5, 0.5], policy: [0.5, 0.5, 0.5], labels: [1, 0, null] } as const;
  expect(estimateRegrets(rules, [one])?.toAll).toEqual({ errors: 0.5, interval: null });
});

test("is given after each informative round of an open-ended study, against the better constant", () => {
  const outcome = fc.constantFrom("yes", "no", "lost", null);
  const someone = fc.record({ p: fc.integer({ min: 1, max: 99 }), selected: bit, outcome });
  const round = fc.array(someone, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 6 }), (given) => {
      const rounds = given.map(
        (people, index): WhatIfRound => ({
          ...{ number: index + 1, seats: ["s1"], neededFlags: 1, rule: null, pairCount: 0, pairs: [] },
          chances: people.map(({ p }) => String(p / 100)),
          selected: people.map(({ selected }) => selected),
          outcomes: people.map(({ selected, outcome }) => (selected === 1 ? outcome : null)),
        }),
      );
      const telling = rounds.flatMap(({ chances, selected, outcomes }, index) => {
        const isKnown = outcomes.every(
          (value, i) => selected?.[i] !== 1 || value === "yes" || value === "no",
        );
        const labels = outcomes.map((value, i) => (selected?.[i] !== 1 ? null : value === "yes" ? 1 : 0));
        const p = chances.map(Number);
        const own = { people: p.map(() => person(1)), chances: p, policy: p, labels } satisfies RegretRound;
        return isKnown ? [{ t: index + 1, round: own }] : [];
      });
      const live = liveRegret(rounds);
      expect(live === null).toBe(telling.length === 0);
      const upTo = (count: number) =>
        estimateRegrets(
          rules,
          telling.slice(0, count).map(({ round }) => round),
        );
      const whole = upTo(telling.length);
      const isAll = live?.picksEverybody === true;
      const [chosen, other] = isAll ? [whole?.toAll, whole?.toNone] : [whole?.toNone, whole?.toAll];
      expect(chosen?.errors ?? 0).toBeGreaterThanOrEqual((other?.errors ?? 0) - 1e-9);
      expect((live?.points ?? []).map(({ t }) => t)).toEqual(telling.map(({ t }) => t));
      for (const [index, { errors, interval }] of (live?.points ?? []).entries()) {
        const found = upTo(index + 1)?.[isAll ? "toAll" : "toNone"];
        expect(errors).toBeCloseTo(found?.errors ?? Number.NaN, 6);
        if (index === 0) expect(interval).toBeNull();
        else expect(interval?.high).toBeCloseTo(found?.interval?.high ?? Number.NaN, 4);
      }
    }),
  );
});
