import fc from "fast-check";
import { expect, it } from "vitest";
import type { Features, LearnerSpec, Prior } from "#server/learner/config/spec.ts";
import { type Exp2State, exp2 } from "#server/learner/exp2/exp2.ts";
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

it("finds the shares and the heaviest rules that follow from the weight of each rule", () => {
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
    }),
  );
});
