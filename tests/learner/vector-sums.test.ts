import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acceptedCounts } from "#server/learner/classes/accepted-counts.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Vectors } from "#server/learner/classes/class.ts";
import type { LearnerSpec, Prior } from "#server/learner/config/spec.ts";
import { type Exp2State, exp2, policyOf } from "#server/learner/exp2/exp2.ts";
import { bytesOfTotals } from "#server/learner/interface/serialised-state.ts";
import { priorOf } from "#server/learner/policy/prior.ts";
import { addCharges } from "#server/learner/policy/totals.ts";
import { acceptedBy, totalsOfVectors, VectorTotals } from "#server/learner/policy/vector-sums.ts";
import { answerColumns, answering, predicates } from "./class-fixtures.ts";
import { refuses, smallSpec } from "./fixtures.ts";

/** More sets than a kernel's chunk holds. */
const names = Array.from({ length: 12 }, (_, b) => `question ${b}`);
const columns = names.map((name) => ({ name, type: "category" as const }));
const conditions = names.map((column) => ({ column, test: "is" as const, value: "yes" }));
const person = (answers: number) => names.map((_, b) => ((answers >> b) & 1 ? "yes" : "no"));

const kinds = ["conjunctions", "disjunctions", "parities"] as const;

function studyOf(kind: (typeof kinds)[number]): LearnerSpec {
  return { ...smallSpec, columns, hypotheses: { kind, version: 1, predicates: conditions } };
}

const charge = fc.record({
  individual: fc.nat(4_095).map(person),
  cost: fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constantFrom(-0.5, 1 / 3, 2 ** 20)),
});
const charges = fc.array(charge, { maxLength: 40 });
const many = Array.from({ length: 40 }, (_, answers) => ({ individual: person(answers), cost: 0.5 }));

describe.each(kinds)("a state of %s", (kind) => {
  const spec = studyOf(kind);
  const rules = hypothesisClass(columns, spec.hypotheses);
  const vectors = rules.vectors as Vectors;

  test("is one sum per charged answer vector, which gives all totals to the bit", () => {
    fc.assert(
      fc.property(charges, charges, (first, later) => {
        const fresh = exp2.init(spec);
        const before = { ...fresh, t: 2, totals: fresh.totals.plus(first) };
        const { loss: some } = addCharges(rules, new Float64Array(rules.size), first);
        expect(before.totals.loss).toEqual(some);
        const state = { ...before, t: 3, totals: before.totals.plus(later) };
        const { loss } = addCharges(rules, some, later);
        expect(state.totals.loss).toEqual(loss);
        const stored = exp2.serialise(state);
        expect(stored.totals.length).toBeLessThanOrEqual(16 * (first.length + later.length));
        const back = exp2.restore(spec, stored);
        expect(back.totals.loss).toEqual(loss);
        expect(exp2.serialise(back)).toEqual(stored);
      }),
      { numRuns: 25, examples: [[many, []]] },
    );
  });

  test("opens from shares of the constants as from separate weights", () => {
    const prior: Prior = { kind: "constants", none: "0.125", all: "0.25" };
    const state = exp2.init({ ...spec, prior });
    const charged: Exp2State = {
      ...state,
      totals: state.totals.plus([{ individual: person(0b1011), cost: 3 }]),
    };
    const people = [0, 1, 0b1011, 4_095].map(person);
    const listed = policyOf({ ...charged, prior: priorOf(prior, rules) }, 0.7, people);
    expect(policyOf(charged, 0.7, people)).toEqual(listed);
  });

  test("is refused with impossible vectors, with a total for every rule, or beyond exact sums", () => {
    const stored = exp2.serialise(exp2.init(spec));
    const losses = [...new Float64Array(rules.size)];
    for (const numbers of [losses, [-1, 1], [0.5, 1], [4_096, 1], [7, 0], [7, 1, 7, 1]]) {
      const totals = bytesOfTotals([Float64Array.from(numbers)]);
      refuses("snapshot-damaged", () => exp2.restore(spec, { ...stored, totals }));
    }
    const much = Array.from({ length: 200 }, (_, q) => ({ individual: person(q), cost: 2 ** 20 }));
    const most = VectorTotals.of(rules, vectors).plus(much);
    expect(most.numbers.length).toBe(400);
    const more = much.map(({ individual }) => ({ individual, cost: -(2 ** 20) * 2 }));
    refuses("range", () => most.plus(more).plus(more).numbers);
  });
});

describe.each(kinds)("%s of few predicates", (kind) => {
  test.each([0, 1, 2, 3])("of %i: give totals and the number of people that each rule accepts", (count) => {
    const rules = hypothesisClass(answerColumns, { kind, version: 1, predicates: predicates(count) });
    const people = Array.from({ length: 2 ** count }, (_, q) => answering(q));
    const some = people.flatMap((each, index) => new Array<typeof each>(index % 3).fill(each));
    expect(acceptedBy(rules, some)).toEqual(acceptedCounts(rules, some));
    const sums = Float64Array.from(people.flatMap((_, q) => [q, 0.5 - 1.25 * q]));
    const charged = people.map((individual, q) => ({ individual, cost: 0.5 - 1.25 * q }));
    const { loss } = addCharges(rules, new Float64Array(rules.size), charged);
    expect(totalsOfVectors(rules.vectors as Vectors, sums)).toEqual(loss);
  });
});
