import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { describe, expect, test } from "vitest";
import { errorRegretBound } from "#server/learner/bounds.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { settingsAt } from "#server/learner/config/step-sizes.ts";
import { type Exp2State, exp2 } from "#server/learner/exp2/exp2.ts";
import type { ChargedRound } from "#server/learner/interface/estimators.ts";
import type { OutcomeChange } from "#server/learner/interface/learner.ts";
import { decidePanel, eligiblePairs } from "#server/learner/panel/panel.ts";
import { unfairLoss } from "#server/simulation/engine/loss.ts";
import { paperSpec, person, playRound, share, smallSpec } from "./fixtures.ts";

type Bit = 0 | 1;

/** Settles a closed round at once. */
function settle(state: Exp2State, round: ChargedRound, labels: readonly Bit[]): Exp2State {
  const applied = playRound(exp2, state, round);
  return round.decisions.reduce<Exp2State>((now, decision, i) => {
    if (decision === 0) return now;
    const change: OutcomeChange = {
      individual: round.people[i] ?? [],
      chance: round.chances[i] ?? 0,
      before: null,
      after: labels[i] === 1 ? "yes" : "no",
      settledRejected: [],
    };
    return exp2.applyOutcome(now, change);
  }, applied);
}

describe("mode paper with k = 1, two constants and no violations", () => {
  test("is EXP3 with losses 1 - y for accepting and 1/2 for rejecting", () => {
    const spec: LearnerSpec = {
      ...paperSpec,
      roundSize: 1,
      horizon: 400,
      rejectedHalves: "at-close",
      hypotheses: { kind: "thresholds", version: 1, cuts: [] },
    };
    const random = xoroshiro128plus(7);
    let state = exp2.init(spec);
    // EXP3, computed independently: two arms, importance-weighted losses, exponential weights
    let accept = 0;
    let reject = 0;
    for (let t = 1; t <= 400; t++) {
      const opening = exp2.open(state, [person(0)], "");
      const eta = Number(opening.eta);
      const p = Math.exp(-eta * accept) / (Math.exp(-eta * accept) + Math.exp(-eta * reject));
      // Costs on their grid have an error of at most 2^-25, and eta is below 0.001.
      expect(Number(opening.chances[0])).toBeCloseTo(p, 8);
      const { decisions } = exp2.draw(state.rules, opening, [person(0)], uniformFloat64(random));
      const y: Bit = uniformFloat64(random) < 0.3 ? 1 : 0;
      if (decisions[0] === 1) accept += (1 - y) / p;
      else reject += 0.5 / (1 - p);
      const round: ChargedRound = {
        people: [person(0)],
        chances: opening.chances.map(Number),
        decisions,
        pairs: [],
        fairnessWeight: Number(opening.fairnessWeight),
      };
      state = settle(state, round, [y]);
    }
    expect(accept).not.toBe(reject);
  });
});

describe("Lemma 4.11", () => {
  // α = 0.2, γ = 1, m = 1, d(x,x') = 0.1; h accepts x only, h' accepts x' only, π half of each
  const d = 0.1;

  function unfair(chances: readonly string[]) {
    const flags = eligiblePairs(chances, "0.2").filter(
      ([high, low]) => Number(chances[high]) - Number(chances[low]) > d + 0.2,
    );
    const panelInput = {
      chances,
      alpha: "0.2",
      rule: share(1, 1),
      seatCount: 1,
      flags: [flags],
      pairRule: "average",
    } as const;
    return unfairLoss(decidePanel(panelInput).violations);
  }

  test("has expected unfairness 1 over single rules and unfairness 0 for the policy: panels must see chances", () => {
    expect(0.5 * unfair(["1", "0"]) + 0.5 * unfair(["0", "1"])).toBe(1);
    expect(unfair(["0.5", "0.5"])).toBe(0);
  });

  test("describes Exp2's first round over one cut: chances 1/2, every non-constant rule unfair", () => {
    const spec: LearnerSpec = {
      ...smallSpec,
      hypotheses: { kind: "thresholds", version: 1, cuts: [{ column: "score", cut: "1" }] },
    };
    const state = exp2.init(spec);
    const people = [person(0), person(2)];
    expect(unfair(exp2.open(state, people, "").chances)).toBe(0);
    for (const h of [2, 3]) {
      expect(unfair(people.map((x) => String(state.rules.evaluate(h, x))))).toBe(1);
    }
  });
});

describe("the inequality behind both bounds", () => {
  test("holds on average in a small example in which the panel flags every pair it may", () => {
    // E Regret_err + Σ w_t V_t <= B_T against `accept no one`, which is fair in every round; w = εC - ηC²/2
    const T = 300;
    const runs = 30;
    for (const horizon of [T, null]) {
      const spec: LearnerSpec = { ...smallSpec, horizon, roundSize: 2, rejectedHalves: "at-close" };
      let total = 0;
      for (let run = 0; run < runs; run++) {
        const random = xoroshiro128plus(run + 1);
        let state = exp2.init(spec);
        for (let t = 1; t <= T; t++) {
          const scores = [0, 1].map(() => Math.floor(uniformFloat64(random) * 5));
          const people: Features[] = scores.map(person);
          // People with high scores mostly repay.
          const labels = scores.map((score): Bit => (uniformFloat64(random) < score / 5 ? 1 : 0));
          const opening = exp2.open(state, people, "");
          const { decisions } = exp2.draw(state.rules, opening, people, uniformFloat64(random));
          const flags = [eligiblePairs(opening.chances, spec.alpha)];
          const panelInput = {
            chances: opening.chances,
            alpha: spec.alpha,
            rule: share(1, 1),
            seatCount: 1,
            flags,
            pairRule: spec.pairRule,
          };
          const { violations } = decidePanel(panelInput);
          const chances = opening.chances.map(Number);
          const { eta, fairnessWeight: C } = settingsAt(spec, state.rules.size, t);
          total += labels.reduce<number>((sum, y, i) => sum + (chances[i] ?? 0) * (1 - 2 * y), 0);
          total += unfairLoss(violations) * (0.1 * C - (eta * C * C) / 2);
          const pairs = violations.map(({ high, low, weight }) => ({ high, low, weight: Number(weight) }));
          state = settle(state, { people, chances, decisions, pairs, fairnessWeight: C }, labels);
        }
      }
      expect(total / runs).toBeLessThan(errorRegretBound(spec, 8, T));
    }
  });
});
