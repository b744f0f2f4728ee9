import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { packAnswers } from "#server/learner/classes/patterns.ts";
import type { HypothesisSpec } from "#server/learner/config/spec.ts";
import { storedAnswers } from "#server/learner/numeric/kernels/answers.ts";
import { answerColumns, answering, everyClass, predicates } from "./class-fixtures.ts";
import { refuses } from "./fixtures.ts";

const scores = ["0", "1", "1.5", "2", null, "3", "3.0", "4"];

const people = scores.map((score, i) => answering((i * 37) % 256, score));

/** In addition to the small classes: no predicates at all, and sets that need no second part. */
const specs: HypothesisSpec[] = [
  ...everyClass,
  ...[0, 1, 2, 3, 7].flatMap((count) =>
    (["conjunctions", "disjunctions", "parities"] as const).map((kind): HypothesisSpec => {
      return { kind, version: 1, predicates: predicates(count) };
    }),
  ),
];

describe("the answers of a group", () => {
  test.each(specs.map((spec) => [spec.kind, spec] as const))(
    "equal those of its people, in %s",
    (_, spec) => {
      const rules = hypothesisClass(answerColumns, spec);
      for (let count = 1; count <= people.length; count += 1) {
        for (const group of [people.slice(0, count), people.slice(-count)]) {
          const patterns = storedAnswers(rules.patterns(group), rules.size);
          expect(patterns.length).toBe(rules.size);
          expect([...patterns]).toEqual([...packAnswers(group.map((person) => rules.bits(person)))]);
        }
      }
      refuses("shape", () => rules.patterns([]));
      refuses("shape", () => rules.patterns([...people, ...people]));
      refuses("shape", () => rules.patterns([["y"]]));
    },
  );
});

test("bit i of a rule's byte is the answer for person i, for up to eight people", () => {
  const bit = fc.integer({ min: 0, max: 1 });
  const round = fc
    .tuple(fc.integer({ min: 1, max: 11 }), fc.integer({ min: 1, max: 8 }))
    .chain(([size, people]) =>
      fc.array(fc.array(bit, { minLength: size, maxLength: size }), { minLength: people, maxLength: people }),
    );
  fc.assert(
    fc.property(round, (answers) => {
      const expected = answers[0]?.map((_, h) =>
        answers.reduce((sum, own, i) => sum + (own[h] ?? 0) * 2 ** i, 0),
      );
      expect([...packAnswers(answers.map((own) => Uint8Array.from(own)))]).toEqual(expected);
    }),
  );
});
