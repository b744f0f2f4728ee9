import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exp2 } from "#server/learner/exp2.ts";
import { cellsOf, totalsOf } from "#server/learner/few-cells.ts";
import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import { addCharges } from "#server/learner/policy/totals.ts";
import { writeSnapshot } from "#server/learner/snapshot.ts";
import type { LearnerSpec } from "#server/learner/spec/spec.ts";
import { answerColumns, answering, predicates } from "./class-fixtures.ts";
import { refuses, smallSpec } from "./fixtures.ts";

/** As many predicates as make a state be stored by its sums. */
const names = Array.from({ length: 12 }, (_, b) => `question ${b}`);
const columns = names.map((name) => ({ name, type: "category" as const }));
const asked = names.map((column) => ({ column, test: "is" as const, value: "yes" }));
const person = (answers: number) => names.map((_, b) => ((answers >> b) & 1 ? "yes" : "no"));

const kinds = ["conjunctions", "disjunctions", "parities"] as const;

function studyOf(kind: (typeof kinds)[number]): LearnerSpec {
  return { ...smallSpec, columns, hypotheses: { kind, version: 1, predicates: asked } };
}

const charges = fc.array(
  fc.record({
    individual: fc.nat(4_095).map(person),
    cost: fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constantFrom(-0.5, 1 / 3, 2 ** 20)),
  }),
  { maxLength: 40 },
);

describe.each(kinds)("a state of %s", (kind) => {
  const spec = studyOf(kind);
  const rules = hypothesisClass(columns, spec.hypotheses);

  test("is stored as one sum for each vector of answers that was charged, and comes back to the bit", () => {
    fc.assert(
      fc.property(charges, (charged) => {
        const { loss } = addCharges(rules, new Float64Array(rules.size), charged);
        const cells = cellsOf(spec.hypotheses, loss);
        expect(cells?.length).toBeLessThanOrEqual(2 * charged.length);
        const stored = writeSnapshot("exp2", rules.size, { t: 3, form: "sums", numbers: cells ?? loss });
        expect(stored.length).toBeLessThan(1_000);
        const back = exp2.restore(spec, stored);
        expect(back.totals.loss).toEqual(loss);
        expect(exp2.snapshot(back)).toEqual(stored);
      }),
      { numRuns: 25 },
    );
  });

  test("is stored as it is where its sums take as much room, or would not be exact", () => {
    const everybody = Array.from({ length: 4_096 }, (_, q) => ({ individual: person(q), cost: 1 + q }));
    const { loss } = addCharges(rules, new Float64Array(rules.size), everybody);
    expect(cellsOf(spec.hypotheses, loss)).toBeNull();
    // by the number of predicates of a set: each step backwards doubles what lies between its neighbours
    const signs = Float64Array.from(loss, (_, h) =>
      h === 0 ? 0 : 2 ** 28 * (-1) ** (h - 1).toString(2).replaceAll("0", "").length,
    );
    expect(cellsOf(spec.hypotheses, signs)).toBeNull();
  });

  test("is refused with a vector that nobody can answer", () => {
    for (const vector of [-1, 0.5, 4_096]) {
      const stored = writeSnapshot("exp2", rules.size, {
        ...{ t: 0, form: "sums", numbers: Float64Array.of(vector, 1) },
      });
      refuses("snapshot-damaged", () => exp2.restore(spec, stored));
    }
  });
});

test("a class that is no table of answers, and a small one, is stored as it is", () => {
  const loss = new Float64Array(5_000);
  expect(cellsOf({ kind: "thresholds", version: 1, cuts: [] }, loss)).toBeNull();
  expect(totalsOf({ kind: "thresholds", version: 1, cuts: [] }, loss, 5_000)).toBeNull();
  const small = { kind: "parities", version: 1, predicates: predicates(3) } as const;
  const rules = hypothesisClass(answerColumns, small);
  const { loss: few } = addCharges(rules, new Float64Array(9), [{ individual: answering(3, "1"), cost: 1 }]);
  expect(cellsOf(small, few)).toBeNull();
});
