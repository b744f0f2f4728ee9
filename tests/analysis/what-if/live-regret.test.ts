import fc from "fast-check";
import { expect, test } from "vitest";
import type { WhatIfRound } from "#server/analysis/what-if/explored-round.ts";
import { liveRegret } from "#server/analysis/what-if/live-regret.ts";
import { studentQuantile } from "#server/learner/numeric/student.ts";
import { errorLoss } from "#server/simulation/engine/loss.ts";
import { bit } from "#tests/learner/fixtures.ts";

type Given = { readonly p: number; readonly selected: 0 | 1; readonly outcome: "yes" | "no" | "lost" | null };

function roundOf(people: readonly Given[], number: number): WhatIfRound {
  return {
    ...{ number, seats: ["s1"], neededFlags: 1, rule: null, pairCount: 0, pairs: [] },
    chances: people.map(({ p }) => String(p / 100)),
    selected: people.map(({ selected }) => selected),
    outcomes: people.map(({ selected, outcome }) => (selected === 1 ? outcome : null)),
  };
}

/** Error is q + (1 - 2q) y with y/p for the label of a picked person: errors of the policy less those of a constant. */
function gapByHand(people: readonly Given[], constant: 0 | 1): number {
  const labels = people.map(({ p, selected, outcome }) =>
    selected === 1 && outcome === "yes" ? 100 / p : 0,
  );
  const errors = (chances: readonly number[]) =>
    chances.reduce((sum, q, i) => sum + q + (1 - 2 * q) * (labels[i] ?? 0), 0);
  return errors(people.map(({ p }) => p / 100)) - errors(people.map(() => constant));
}

test("over all draws the mean is the regret against a rule that was fixed in advance", () => {
  const chance = fc.integer({ min: 5, max: 95 });
  const three = <Value>(one: fc.Arbitrary<Value>) => fc.array(one, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(three(chance), three(bit), (chances, labels) => {
      const means = [0, 0];
      for (let draw = 0; draw < 8; draw += 1) {
        const people = chances.map((p, i): Given => {
          const selected = ((draw >> i) & 1) as 0 | 1;
          return { p, selected, outcome: labels[i] === 1 ? "yes" : "no" };
        });
        const probability = people.reduce(
          (product, { p, selected }) => product * (selected === 1 ? p / 100 : 1 - p / 100),
          1,
        );
        const found = liveRegret([roundOf(people, 1)]);
        const gaps = [gapByHand(people, 0), gapByHand(people, 1)] as const;
        expect(found?.points[0]?.errors).toBeCloseTo(gaps[found?.picksEverybody ? 1 : 0], 9);
        means[0] = (means[0] ?? 0) + probability * gaps[0];
        means[1] = (means[1] ?? 0) + probability * gaps[1];
      }
      const policy = chances.map((p) => p / 100);
      expect(means[0]).toBeCloseTo(errorLoss(policy, labels) - errorLoss([0, 0, 0], labels), 9);
      expect(means[1]).toBeCloseTo(errorLoss(policy, labels) - errorLoss([1, 1, 1], labels), 9);
    }),
  );
});

test("it is after each known round what all rounds up to it say, against the better constant", () => {
  const outcome = fc.constantFrom("yes", "no", "lost", null);
  const someone = fc.record({ p: fc.integer({ min: 1, max: 99 }), selected: bit, outcome });
  const round = fc.array(someone, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 6 }), (given) => {
      const known = given.flatMap((people, index) =>
        people.every(({ selected, outcome: own }) => selected === 0 || own === "yes" || own === "no")
          ? [{ t: index + 1, people }]
          : [],
      );
      const live = liveRegret(given.map((people, index) => roundOf(people, index + 1)));
      expect(live === null).toBe(known.length === 0);
      const gapsTo = (constant: 0 | 1) => known.map(({ people }) => gapByHand(people, constant));
      const chosen = gapsTo(live?.picksEverybody ? 1 : 0);
      const total = (gaps: readonly number[]) => gaps.reduce((sum, gap) => sum + gap, 0);
      expect(total(chosen)).toBeGreaterThanOrEqual(total(gapsTo(live?.picksEverybody ? 0 : 1)) - 1e-9);
      expect((live?.points ?? []).map(({ t }) => t)).toEqual(known.map(({ t }) => t));
      for (const [index, { errors, interval }] of (live?.points ?? []).entries()) {
        const gaps = chosen.slice(0, index + 1);
        expect(errors).toBeCloseTo(total(gaps), 6);
        if (index === 0) {
          expect(interval).toBeNull();
          continue;
        }
        const mean = total(gaps) / gaps.length;
        const variance = total(gaps.map((gap) => (gap - mean) ** 2)) / index;
        const reach = studentQuantile(index) * Math.sqrt(gaps.length * variance);
        expect(interval?.high).toBeCloseTo(total(gaps) + reach, 4);
        expect(interval?.low).toBeCloseTo(total(gaps) - reach, 4);
      }
    }),
  );
});
