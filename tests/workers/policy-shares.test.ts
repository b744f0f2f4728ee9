import fc from "fast-check";
import { expect, it } from "vitest";
import type { Features, LearnerSpec, Prior } from "#server/learner/config/spec.ts";
import { type Exp2State, exp2 } from "#server/learner/exp2/exp2.ts";
import { kindsOf, policyAt, policyByRules } from "#server/workers/measured-policy.ts";
import { sharesIn } from "#server/workers/policy-shares.ts";
import { policyWeightsOf } from "#server/workers/policy-weights.ts";
import { bytesOfState } from "#server/workers/state-bytes.ts";
import { smallSpec } from "#tests/learner/fixtures.ts";

const spec: LearnerSpec = {
  ...smallSpec,
  hypotheses: {
    kind: "thresholds",
    version: 1,
    cuts: [
      { column: "score", cut: "-2", side: "at-most" },
      { column: "score", from: "0", step: "0.5", count: 20 },
      { column: "score", cut: "11", side: "above" },
    ],
  },
};
const constants: Prior = { kind: "constants", none: "0.125", all: "0.25" };
const moment = { eta: null, noiseSeed: null };
const cell = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -6, max: 24 }).map((value) => String(value / 2)),
);
const charges = fc.array(
  fc.record({ individual: cell.map((score): Features => [score]), cost: fc.integer({ min: -40, max: 40 }) }),
  { maxLength: 8 },
);
const near = (value: number) => expect.closeTo(value, 12);

it.each(["conjunctions", "disjunctions", "parities"] as const)("finds them for %s too", (kind) => {
  const answerColumns = ["q0", "q1", "q2"].map((name) => ({ name, type: "category" as const }));
  const predicates = answerColumns.map(({ name }) => ({ column: name, test: "is" as const, value: "y" }));
  const whole: LearnerSpec = {
    ...spec,
    columns: answerColumns,
    hypotheses: { kind, version: 1, predicates },
  };
  const person = (answers: number): Features => [1, 2, 4].map((bit) => ((answers & bit) !== 0 ? "y" : "n"));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(7), fc.integer({ min: -9, max: 9 }))),
      fc.boolean(),
      (given, hasPrior) => {
        const fresh = exp2.init(hasPrior ? { ...whole, prior: constants } : whole);
        const charged = given.map(([answers, cost]) => ({ individual: person(answers), cost }));
        const state = { ...fresh, totals: fresh.totals.plus(charged) };
        const weights = policyWeightsOf(state.spec, state, moment);
        const people = [[3, 3, 5], [0], [7, 1]].map((each) => each.map(person));
        const accepted = people.map((each) =>
          Float64Array.from(weights, (_, rule) => {
            const taken = each.filter((one) => state.rules.evaluate(rule, one) === 1);
            return taken.length / each.length;
          }),
        );
        const [found, byRules] = [policyAt(state.spec, state, moment), policyByRules(weights)];
        expect(found.bits()).toBeCloseTo(byRules.bits(), 12);
        expect(found.chancesOf(kindsOf(state, people))).toEqual(
          byRules.chancesOf({ people, accepted }).map(near),
        );
      },
    ),
  );
});

it("finds the shares, the heaviest rules, the bits and the chances of kinds that a weight for each rule gives", () => {
  fc.assert(
    fc.property(charges, fc.boolean(), fc.integer({ min: 1, max: 12 }), (charged, hasPrior, count) => {
      const whole = hasPrior ? { ...spec, prior: constants } : spec;
      const fresh = exp2.init(whole);
      const state = { ...fresh, totals: fresh.totals.plus(charged) } as Exp2State;
      const weights = policyWeightsOf(whole, state, moment);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const shares = sharesIn(whole, { snapshot: bytesOfState(exp2.serialise(state)), moment });
      const all = Array.from(weights, (weight) => near(weight / total));
      expect(all.map((_, rule) => shares.shareOf(rule))).toEqual(all);
      const byHand = [...weights.keys()].sort(
        (a, b) => (weights[b] as number) - (weights[a] as number) || a - b,
      );
      expect(shares.heaviest(count).map((rule) => weights[rule])).toEqual(
        byHand.slice(0, count).map((rule) => near(weights[rule] as number)),
      );
      if (!hasPrior) expect(shares.heaviest(count)).toEqual(byHand.slice(0, count));

      const people: Features[][] = [
        [["1"], ["3"]],
        [[null], ["7"], ["-3"]],
      ];
      const accepted = people.map((each) =>
        Float64Array.from(weights, (_, rule) => {
          const taken = each.filter((person) => state.rules.evaluate(rule, person) === 1);
          return taken.length / each.length;
        }),
      );
      const [byRuns, byRules] = [policyAt(whole, state, moment), policyByRules(weights)];
      expect(byRuns.bits()).toBeCloseTo(byRules.bits(), 9);
      expect(byRuns.chancesOf(kindsOf(state, people))).toEqual(
        byRules.chancesOf({ people, accepted }).map(near),
      );
    }),
  );
});
