import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HypothesisSpec } from "#server/learner/config/spec.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import { additiveSearch } from "#server/learner/oracles/additive.ts";
import { oracleOf } from "#server/learner/oracles/catalogue.ts";
import { argmin, leastLoss } from "#server/learner/oracles/oracle.ts";
import { subsetSums, supersetSums, ternarySums, walshHadamard } from "#server/learner/oracles/transforms.ts";
import {
  answerColumns,
  answering,
  classOf,
  everyClass,
  listed,
  lossesIn,
  predicates,
} from "./class-fixtures.ts";
import { refuses } from "./fixtures.ts";

const explicit = classOf(listed);
const _people = Array.from({ length: 16 }, (_, i) => answering(i % 8, i < 8 ? "1" : "4"));

const specs: HypothesisSpec[] = [
  ...everyClass,
  { kind: "thresholds", version: 1, cuts: [] },
  ...[0, 1].flatMap((count): HypothesisSpec[] => [
    { kind: "conjunctions", version: 1, predicates: predicates(count) },
    { kind: "disjunctions", version: 1, predicates: predicates(count) },
    { kind: "parities", version: 1, predicates: predicates(count) },
    { kind: "signed-conjunctions", version: 1, predicates: predicates(count) },
    { kind: "signed-disjunctions", version: 1, predicates: predicates(count) },
    { kind: "decision-lists", version: 1, predicates: predicates(count), longest: 2 },
    { kind: "scorecards", version: 1, predicates: predicates(count), largestPoints: 1 },
    { kind: "trees", version: 1, predicates: predicates(count), depth: 3 },
  ]),
  { kind: "trees", version: 1, predicates: predicates(7), depth: 2 },
  { kind: "trees", version: 1, predicates: predicates(3), depth: 3 },
  // More digits than one block of the search holds.
  { kind: "signed-conjunctions", version: 1, predicates: predicates(6) },
  { kind: "signed-disjunctions", version: 1, predicates: predicates(6) },
  {
    kind: "explicit",
    version: 1,
    rules: Array.from({ length: 600 }, (_, i) => ({
      from: { kind: "signed-conjunctions", version: 1, predicates: predicates(6) },
      rule: i + 100,
    })),
  },
];

/** Whole costs and noise: every sum is exact in any order, so equal losses are equal and ties are real. */
const whole = fc.integer({ min: -3, max: 3 });
const charge: fc.Arbitrary<Charge> = fc.record({
  individual: fc
    .tuple(fc.integer({ min: 0, max: 255 }), fc.constantFrom(null, "0", "1", "1.5", "2", "3", "7"))
    .map(([answers, score]) => answering(answers, score)),
  cost: whole,
});

describe("an oracle", () => {
  test.each(specs)("of $kind finds the least loss with noise, ties by the lowest number", (spec) => {
    const rules = classOf(spec);
    const oracle = oracleOf(answerColumns, spec, rules);
    expect(oracle.size).toBe(rules.size);
    fc.assert(
      fc.property(
        fc.array(charge, { maxLength: 12 }),
        fc.array(fc.array(whole, { minLength: rules.separator.size, maxLength: rules.separator.size }), {
          minLength: 1,
          maxLength: 3,
        }),
        (charges, noises) => {
          const losses = bruteLosses(spec, charges);
          const history = new Float64Array(oracle.cellCount);
          for (const { individual, cost } of charges) {
            for (const cell of oracle.cells(individual)) history[cell] = (history[cell] ?? 0) + cost;
          }
          const totals = oracle.transformHistory(history);
          expect(lossesIn(oracle, { ...rules, kind: spec.kind }, history)).toEqual(
            [...losses].map((loss) => loss + 0),
          );
          expect(leastLoss(oracle, rules.separator, charges)).toBe(argmin(losses));
          const find = oracle.search(totals);
          for (const noise of noises) {
            const noisy = losses.map((loss, h) =>
              noise.reduce((sum, z, p) => sum + z * rules.separator.at(h, p), loss),
            );
            expect(find(Float64Array.from(noise))).toBe(argmin(noisy));
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test("solves a small case by hand", () => {
    // q0 and q1 of three people: 11 costs -2, 10 costs 3, 01 costs -1
    const spec = everyClass[1] as HypothesisSpec;
    const oracle = oracleOf(answerColumns, spec, classOf(spec));
    const charges = [
      { individual: answering(0b0011), cost: -2 },
      { individual: answering(0b0001), cost: 3 },
      { individual: answering(0b0010), cost: -1 },
    ];
    // everyone: 0; q0: -2 + 3 = 1; q1: -2 - 1 = -3; both: -2
    expect(leastLoss(oracle, classOf(spec).separator, charges)).toBe(1 + 0b0010);
  });

  test("refuses charges and losses that are not finite, and rows of another width", () => {
    for (const spec of everyClass) {
      const rules = classOf(spec);
      const oracle = oracleOf(answerColumns, spec, rules);
      const individual = answering(255, "1");
      refuses("not-finite", () => leastLoss(oracle, rules.separator, [{ individual, cost: Number.NaN }]));
      const huge = { individual, cost: 1.7e308 };
      refuses("not-finite", () => leastLoss(oracle, rules.separator, [huge, huge]));
      refuses("shape", () => oracle.cells(["y"]));
    }
    refuses("unknown-kind", () =>
      oracleOf(answerColumns, { kind: "forests" } as unknown as HypothesisSpec, explicit),
    );
  });

  function bruteLosses(spec: HypothesisSpec, charges: readonly Charge[]): Float64Array {
    const rules = classOf(spec);
    const losses = new Float64Array(rules.size);
    for (const { individual, cost } of charges) {
      for (const [h, bit] of rules.bits(individual).entries()) losses[h] = (losses[h] ?? 0) + cost * bit;
    }
    return losses;
  }
});

describe("a transform", () => {
  const table = fc
    .integer({ min: 0, max: 6 })
    .chain((n) => fc.array(whole, { minLength: 2 ** n, maxLength: 2 ** n }).map((values) => ({ n, values })));
  const popcount = (bits: number) => [...bits.toString(2)].filter((bit) => bit === "1").length;

  test("equals its definition", () => {
    fc.assert(
      fc.property(table, ({ n, values }) => {
        const sumWhere = (keep: (q: number) => boolean) =>
          values.reduce((sum, value, q) => (keep(q) ? sum + value : sum), 0);
        const sets = Array.from({ length: 2 ** n }, (_, S) => S);
        const input = Float64Array.from(values);
        expect([...supersetSums(input)]).toEqual(sets.map((S) => sumWhere((q) => (q & S) === S)));
        expect([...subsetSums(input)]).toEqual(sets.map((S) => sumWhere((q) => (q & S) === q)));
        expect([...walshHadamard(input)].map((x) => x + 0)).toEqual(
          sets.map(
            (S) => values.reduce((sum, value, q) => sum + (popcount(q & S) % 2 ? -value : value), 0) + 0,
          ),
        );
        const signed = Array.from({ length: 3 ** n }, (_, c) =>
          sumWhere((q) =>
            Array.from({ length: n }, (_, b) => b).every((b) => {
              const digit = Math.floor(c / 3 ** b) % 3;
              return digit === 0 || (digit === 1) === (((q >> b) & 1) === 1);
            }),
          ),
        );
        expect([...ternarySums(input)]).toEqual(signed);
        expect([...input]).toEqual(values);
      }),
    );
  });
});

test("the pruned search finds the same as a full scan of the sums, to the last bit", () => {
  fc.assert(
    fc.property(
      fc.constantFrom<2 | 3>(2, 3),
      fc.infiniteStream(fc.double({ min: -5, max: 5, noNaN: true })),
      fc.integer({ min: 1, max: 700 }),
      (base, stream, count) => {
        const take = () => stream.next().value as number;
        const totals = Float64Array.from({ length: count }, take);
        const digitCount = base === 2 ? 10 : 6;
        const digits = Array.from({ length: digitCount }, () => [0, take(), ...(base === 3 ? [take()] : [])]);
        const find = additiveSearch(totals, 0, base);
        const { index, value } = find(digits, 0.3);
        const blockDigits = base === 2 ? 8 : 5;
        const noise = (i: number, from: number, to: number, start: number) => {
          let sum = start;
          for (let d = from; d < to; d++) sum += digits[d]?.[Math.floor(i / base ** d) % base] ?? 0;
          return sum;
        };
        const sums = totals.map(
          (total, i) => total + noise(i, blockDigits, digitCount, 0.3) + noise(i, 0, blockDigits, 0),
        );
        expect(index).toBe(argmin(sums));
        expect(value).toBe(sums[index]);
      },
    ),
    { numRuns: 50 },
  );
});
