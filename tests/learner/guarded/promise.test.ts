import fc from "fast-check";
import { expect, it } from "vitest";
import { mostReports } from "#server/learner/guarded/allowance.ts";
import { closeGuarded, labelGuarded } from "#server/learner/guarded/charges.ts";
import { openGuarded } from "#server/learner/guarded/open.ts";
import { coldPrior } from "#server/learner/guarded/prior.ts";
import type { GuardedSettings } from "#server/learner/guarded/settings.ts";
import { initialState } from "#server/learner/guarded/state.ts";
import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";

const columns = [{ name: "a", type: "number" } as const];
const cuts = ["1", "2", "3"].map((cut) => ({ column: "a", cut }));
const rules = hypothesisClass(columns, { kind: "thresholds", version: 1, cuts });

const world = fc.record({
  alpha: fc.constantFrom("0.02", "0.1", "0.2", "0.5"),
  epsShare: fc.constantFrom(0.25, 0.5, 1),
  allowance: fc.constantFrom(1, 1.5, 2),
  budget: fc.constantFrom(0.01, 0.5, 4),
  trust: fc.constantFrom(0.5, 3),
  pace: fc.constantFrom(1, 10),
  prior: fc.constantFrom(0, 0.5),
  rounds: fc.array(
    fc.array(
      fc.record({ a: fc.integer({ min: 0, max: 4 }), label: fc.constantFrom("yes", "no", "lost", null) }),
      {
        minLength: 2,
        maxLength: 5,
      },
    ),
    { minLength: 1, maxLength: 30 },
  ),
  /** Of the pairs that can be judged: which the panel rejects, by a mask; 0 mostly, since sparing hurts more. */
  panel: fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 30 }),
  isGreedy: fc.boolean(),
});

it("never has more reports than promised, besides rounds whose correction was cut, whatever the panel does", () => {
  fc.assert(
    fc.property(world, (drawn) => {
      const settings: GuardedSettings = {
        alpha: Number(drawn.alpha),
        eps: Number(drawn.alpha) * drawn.epsShare,
        roundSize: 5,
        allowance: drawn.allowance,
        step: 0.2,
        tauStart: 0.1,
        pace: drawn.pace,
        trust: drawn.trust,
        budget: drawn.budget,
        forget: null,
      };
      let state = initialState(settings, rules, coldPrior(rules, drawn.prior));
      let reports = 0;
      let cut = 0;
      for (const [index, round] of drawn.rounds.entries()) {
        const people = round.map(({ a }) => [String(a)]);
        const opened = openGuarded(state, people);
        const { opening } = opened;
        const chances = opening.chances.map(String);
        const eligible = eligiblePairs(chances, drawn.alpha);
        const mask = drawn.panel[index % drawn.panel.length] ?? 0;
        const violations = eligible
          .filter((_, pair) => drawn.isGreedy || (mask >> (pair % 4)) & 1)
          .map(([high, low]) => ({ high, low }));
        if (violations.length > 0) reports += 1;
        if (violations.length > 0 && opening.isCut) cut += 1;
        expect(reports).toBeLessThanOrEqual(mostReports(settings, index + 1) + cut);
        const judged = people.map((individual, i) => ({
          name: `${index}/${i}`,
          individual,
          base: opening.base[i] ?? Number.NaN,
          chance: opening.chances[i] ?? Number.NaN,
        }));
        state = closeGuarded(opened.state, { people: judged, noShare: opening.noShare, violations }).state;
        for (const [i, person] of judged.entries()) {
          const after = round[i]?.label ?? null;
          if (after === null || person.chance === 0) continue;
          state = labelGuarded(state, { ...person, noShare: opening.noShare, before: null, after });
        }
      }
    }),
    { numRuns: 10_000, seed: 1 },
  );
});
