import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listedClass } from "#server/learner/classes/catalogue.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import { LARGEST_TOTAL } from "#server/learner/numeric/cost-grid.ts";
import { RuleTotals } from "#server/learner/policy/rule-totals.ts";
import { addCharges } from "#server/learner/policy/totals.ts";
import { answeringGroups, exponentialWeights } from "#server/learner/policy/weights.ts";
import { refuses } from "../fixtures.ts";

const columns = [0, 1, 2].map((i) => ({ name: `answer ${i}`, type: "category" }) as const);
const predicates = columns.map(({ name }) => ({ column: name, test: "is", value: "yes" }) as const);
const rules = listedClass(columns, { kind: "conjunctions", version: 1, predicates });
const none = new Float64Array(rules.size);

const person = fc.array(fc.constantFrom("yes", "no"), { minLength: 3, maxLength: 3 });
const charge = fc.record({ individual: person, cost: fc.double({ min: -9, max: 9, noNaN: true }) });
const charges = fc.array(charge, { maxLength: 4 });
/** Totals that derive from any earlier ones, and the order in which some are read. */
const tree = fc.array(fc.record({ from: fc.nat(), charges }), { minLength: 1, maxLength: 12 });

describe("totals that share an array", () => {
  test("are the sums of their charges, with their weights, in any order of reading", () => {
    fc.assert(
      fc.property(tree, fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 20 }), (steps, reads) => {
        const made: [RuleTotals, readonly Charge[]][] = [[RuleTotals.of(rules), []]];
        for (const { from, charges: more } of steps) {
          const [before, all] = made[from % made.length] as (typeof made)[number];
          made.push([before.plus(more), [...all, ...more]]);
        }
        for (const [which, isOpened] of reads) {
          const [totals, all] = made[which % made.length] as (typeof made)[number];
          const { loss } = addCharges(rules, none, all);
          if (!isOpened) expect(totals.loss).toEqual(loss);
          else {
            const group = [
              ["yes", "no", "yes"],
              ["no", "no", "yes"],
            ];
            const { chances } = totals.opened(0.3, answeringGroups(rules, group));
            const weights = exponentialWeights({ loss }, 0.3);
            const total = weights.reduce((sum, weight) => sum + weight, 0);
            for (const [i, chance] of chances.entries()) {
              const bits = rules.bits(group[i] as Features);
              const accepting = weights.reduce((sum, weight, h) => sum + weight * (bits[h] ?? 0), 0);
              expect(chance).toBeCloseTo(accepting / total, 13);
            }
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  test("allocate no memory: the newest overwrites the previous one", () => {
    const start = RuleTotals.of(rules);
    const array = start.loss;
    const one = start.plus([{ individual: ["yes", "yes", "yes"], cost: 1 }]);
    expect(one.loss).toBe(array);
    const two = one.plus([{ individual: ["no", "yes", "yes"], cost: 2 }]);
    expect(two.opened(1, []).loss).toBe(array);
    expect([...start.loss]).toEqual([...none]);
    expect(start.loss).toBe(array);
  });

  test("cost the same however many derive from the same totals and are read in turn", () => {
    const charge = { individual: ["yes", "yes", "yes"], cost: 1 };
    // One charge each, and one from which all derive and that is never read.
    const shared = RuleTotals.of(rules).plus([charge]);
    for (let read = 0; read < 100; read += 1) expect(shared.plus([charge]).loss[1]).toBe(2);
  });

  test("give a draw the totals of its opening, whatever was read later", () => {
    const opened = RuleTotals.of(rules).plus([{ individual: ["yes", "yes", "yes"], cost: 1 }]);
    const { policy } = opened.weigh({ eta: 1, prior: null }, [["yes", "no", "no"]]);
    const losses = [...(policy.weighed?.loss ?? [])];
    expect(losses[1]).toBe(1);
    void opened.plus([{ individual: ["no", "yes", "yes"], cost: 2 }]).loss;
    expect([...(policy.weighed?.loss ?? [])]).toEqual(losses);
  });

  test("stay unchanged if others leave the range", () => {
    const allAccepted = ["yes", "yes", "yes"];
    const most = (count: number): Charge[] =>
      Array.from({ length: count }, () => ({ individual: allAccepted, cost: 2 ** 20 }));
    const full = RuleTotals.of(rules).plus(most(256));
    expect(full.loss[1]).toBe(LARGEST_TOTAL);
    const beyond = full.plus(most(1));
    refuses("range", () => beyond.loss);
    refuses("range", () => beyond.opened(1, []));
    expect(full.loss[1]).toBe(LARGEST_TOTAL);
    const back = beyond.plus([{ individual: allAccepted, cost: -(2 ** 20) }]);
    expect(back.loss).toEqual(full.loss);
  });
});
