import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { subsetAnswers } from "#server/learner/classes/patterns.ts";
import { signsOf } from "#server/learner/guarded/signs.ts";
import { LARGEST_TOTAL, onGrid } from "#server/learner/numeric/cost-grid.ts";
import { fallingExp, rateOf } from "#server/learner/numeric/falling-exp.ts";
import { type SubsetAnswers, storedAnswers } from "#server/learner/numeric/kernels/answers.ts";
import { CHARGED, CHUNK, SLOTS } from "#server/learner/numeric/kernels/contract.ts";
import { kernel, setKernel } from "#server/learner/numeric/kernels/kernel.ts";
import { openTotals, weightsOfChunk } from "#server/learner/numeric/kernels/opening.ts";
import {
  addGroups,
  chancesOf,
  openRules,
  sumOfWeights,
  type Weighing,
  weighRules,
} from "#server/learner/numeric/kernels/passes.ts";
import type { ChargedGroup } from "#server/learner/numeric/kernels/tables.ts";
import { typedArrays } from "#server/learner/numeric/kernels/typed-arrays.ts";
import { wasmKernel } from "#server/learner/numeric/kernels/wasm.ts";
import { refuses, spread } from "../../fixtures.ts";

const kernels = {
  "typed-arrays": typedArrays(),
  wasm: wasmKernel(readFileSync(new URL("../../../../.build/kernel.wasm", import.meta.url))),
};

afterEach(() => setKernel(typedArrays()));

/** Runs the same work with each kernel. */
function withEach<T>(work: () => T): T[] {
  return Object.values(kernels).map((kernel) => {
    setKernel(kernel);
    return work();
  });
}

/** Generates many numbers of typical sizes from a seed, faster than fast-check would. */
function numbers(length: number, seed: number, scale: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => (spread(i * 7 + seed) - 0.4) * scale);
}

function patternsOf(length: number, people: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => Math.floor(spread(i * 3 + seed) * 2 ** people));
}

const shape = fc.record({
  size: fc.constantFrom(2, 3, 5, 6, 64, CHUNK - 1, CHUNK, CHUNK + 1, CHUNK + 2, 2 * CHUNK + 7),
  seed: fc.nat(1_000),
  scale: fc.constantFrom(1e-6, 1, 1e4, 1e6),
  groups: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 5 }),
});

type Shape = { size: number; seed: number; scale: number; groups: number[] };

function lossOf({ size, seed, scale }: Shape): Float64Array {
  return numbers(size, seed, scale).map(onGrid);
}

function answeringOf({ size, seed, groups }: Shape) {
  return groups.map((people, i) => ({ answers: patternsOf(size, people, seed + i), people }));
}

function chargedOf({ size, seed, groups, scale }: Shape): ChargedGroup[] {
  return groups.map((people, i) => ({
    answers: patternsOf(size, people, seed + i),
    costs: [...numbers(people, seed + 9 + i, scale / 3)].map(onGrid),
  }));
}

/** Weights between 0 and 1, some of them 0. */
function priorOf({ size, seed }: Shape): Float64Array {
  return Float64Array.from({ length: size }, (_, h) => (h % 5 === 3 ? 0 : spread(h + seed)));
}

function weighings(given: Shape): Weighing[] {
  const loss = lossOf(given);
  const tilt = numbers(given.size, given.seed + 1, given.scale / 10);
  return [
    { loss, tilt: null, eta: 0.01 / given.scale, prior: null },
    { loss, tilt, eta: 700 / given.scale, prior: priorOf(given) },
    { loss, tilt, eta: 5_000 / given.scale, prior: null },
    { loss, tilt: null, eta: 1 / given.scale, prior: priorOf(given) },
    { loss, tilt: null, eta: 1 / given.scale, prior: null },
    { loss, tilt, eta: 1 / given.scale, prior: { none: 0, all: 0.25, rest: 0.75 / given.size } },
  ];
}

function priorAt(prior: Weighing["prior"], rule: number): number {
  if (prior === null) return 1;
  if (prior instanceof Float64Array) return prior[rule] as number;
  return [prior.none, prior.all][rule] ?? prior.rest;
}

describe("the kernels", () => {
  test("give equal bits", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const groups = answeringOf(given);
        const charged = chargedOf(given);
        const results = withEach(() => ({
          opened: weighings(given).map((weighing) => openRules(weighing, groups)),
          weights: weighings(given).map(weighRules),
          sums: weighings(given).map(sumOfWeights),
          chances: chancesOf(priorOf(given), groups),
          added: addGroups(lossOf(given), charged),
        }));
        expect(results[1]).toEqual(results[0]);
      }),
      { numRuns: 60 },
    );
  });

  test("weigh by the learner's exp, and give 0 to much larger losses", () => {
    fc.assert(
      fc.property(shape, (given) => {
        for (const weighing of weighings(given)) {
          const { loss, tilt, eta, prior } = weighing;
          const totalOf = (h: number) => (loss[h] as number) + (tilt?.[h] ?? 0);
          const rules = [...loss.keys()];
          const least = Math.min(...rules.filter((h) => priorAt(prior, h) > 0).map(totalOf));
          const expected = rules.map((h) => {
            const q = priorAt(prior, h);
            return q === 0 ? 0 : q * fallingExp(rateOf(eta) * (totalOf(h) - least));
          });
          for (const weights of withEach(() => weighRules(weighing))) expect([...weights]).toEqual(expected);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("sweep to equal bits, the sums by rules h mod 4, in arrays of as many rules as there are", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const bits = [3, 4].map((seed) => patternsOf(given.size, 1, given.seed + seed)) as [
          Uint8Array,
          Uint8Array,
        ];
        const signs = signsOf(...bits);
        const [weights, tilt] = [priorOf(given), numbers(given.size, given.seed, given.scale)];
        const factors = [1, 0.3, 7] as const;
        const signAt = (h: number) => (bits[0][h] as number) - (bits[1][h] as number);
        const parts = [1, -1].map((sign) =>
          [0, 1, 2, 3].map((part) =>
            weights.reduce((sum, w, h) => (signAt(h) === sign && h % 4 === part ? sum + w : sum), 0),
          ),
        );
        const expected = {
          sums: parts.map(([a = 0, b = 0, c = 0, d = 0]) => a + c + (b + d)),
          weights: [...weights].map((w, h) => w * (factors.at(signAt(h)) as number)),
          tilt: [...tilt].map((g, h) => g + signAt(h) * 1.7),
        };
        const results = withEach(() => {
          const work = kernel().sweeper(given.size);
          work.weights.set(weights);
          work.tilt.set(tilt);
          work.signs.set(signs);
          const { up, down } = work.sums();
          work.move(0.3, 7, 1.7);
          const [w, g] = [work.weights, work.tilt].map((all) => [...all.subarray(0, given.size)]);
          return { sums: [up, down], weights: w, tilt: g };
        });
        expect(results).toEqual([expected, expected]);
      }),
      { numRuns: 40 },
    );
  });

  const opening = fc.record({
    given: shape,
    rate: fc.constantFrom(1e-5, 0.01, 1, 700),
    answering: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 5 }),
    charged: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 5 }),
  });

  test("charge and open in one pass as in two, to the bit, for any pending charges", () => {
    fc.assert(
      fc.property(opening, ({ given, rate, answering, charged }) => {
        const eta = rate / given.scale;
        const groups = answeringOf({ ...given, groups: answering });
        const costs = chargedOf({ ...given, groups: charged });
        const results = withEach(() => {
          const start = addGroups(lossOf(given), []);
          const added = addGroups(start.loss, costs);
          const loss = start.loss.slice();
          return [
            openTotals({ loss, least: start.least, eta }, costs, groups),
            openTotals({ ...added, eta }, [], groups),
          ];
        }).flat();
        for (const result of results) expect(result).toEqual(results[0]);
      }),
      { numRuns: 60 },
    );
  });

  test("charge and open more people than there are tables, in two passes", () => {
    const given = { size: 9, seed: 3, scale: 1, groups: Array<number>(CHARGED + 1).fill(2) };
    const [groups, costs] = [answeringOf(given), chargedOf(given)];
    const { least } = addGroups(lossOf(given), []);
    const added = addGroups(lossOf(given), costs);
    for (const some of [groups, groups.slice(0, 1)]) {
      const opened = openTotals({ loss: lossOf(given), least, eta: 1 }, costs, some);
      expect(opened).toEqual(openTotals({ ...added, eta: 1 }, [], some));
    }
  });

  test("open with the weights of the totals, from their start", () => {
    fc.assert(
      fc.property(opening, ({ given, rate, answering }) => {
        const eta = rate / given.scale;
        const groups = answeringOf({ ...given, groups: answering });
        const { loss, least } = addGroups(lossOf(given), []);
        const { from, sums, chances } = openTotals({ loss, least, eta }, [], groups);
        expect(from).toBeLessThanOrEqual(least);
        expect(eta * (least - from)).toBeLessThan(32);
        const chunks = Array.from(sums, (_, chunk) => weightsOfChunk({ loss, eta, from }, chunk));
        const weights = Float64Array.from(chunks.flatMap((chunk) => [...chunk.weights]));
        expect([...weights]).toEqual(Array.from(loss, (total) => fallingExp(rateOf(eta) * (total - from))));
        let sum = 0;
        for (const [chunk, { first, weights: some }] of chunks.entries()) {
          expect(first).toBe(chunk === 0 ? 0 : 1 + CHUNK * (chunk - 1));
          sum += some.reduce((all, weight) => all + weight, 0);
          expect(Math.abs((sums[chunk] as number) - sum)).toBeLessThanOrEqual(1e-12 * sum);
        }
        expect(chances).toEqual(chancesOf(weights, groups));
      }),
      { numRuns: 40 },
    );
  });

  test("add charges exactly, and find the least total", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const groups = chargedOf(given);
        const exact = lossOf(given).map((before, h) => {
          const steps = groups.flatMap(({ answers, costs }) =>
            costs.map((cost, i) => ((((answers as Uint8Array)[h] ?? 0) >> i) & 1) * cost * 2 ** 24),
          );
          return Number(steps.reduce((sum, step) => sum + BigInt(step), BigInt(before * 2 ** 24))) / 2 ** 24;
        });
        for (const { loss, least, largest } of withEach(() => addGroups(lossOf(given), groups))) {
          expect(loss).toEqual(exact);
          expect(least).toBe(Math.min(...exact));
          expect(largest).toBe(Math.max(...exact.map(Math.abs)));
        }
      }),
      { numRuns: 40 },
    );
  });

  test("add into the same totals if requested, and change none otherwise", () => {
    const given = { size: 77, seed: 5, scale: 3, groups: [3, 8] };
    const groups = chargedOf(given);
    withEach(() => {
      const loss = lossOf(given);
      const added = addGroups(loss, groups).loss;
      expect(loss).toEqual(lossOf(given));
      expect(addGroups(loss, groups, loss).loss).toEqual(added);
      expect(loss).toEqual(added);
    });
  });

  test("generate the answers of generated classes, to the same bits as stored ones", () => {
    const made = fc.record({
      join: fc.constantFrom<SubsetAnswers["join"]>("and", "or", "xor"),
      answers: fc.array(fc.nat(255), { maxLength: 13 }),
      empty: fc.constantFrom(0, 255),
      seed: fc.nat(1_000),
    });
    fc.assert(
      fc.property(made, ({ join, answers, empty, seed }) => {
        const generated = subsetAnswers(empty, answers, join, 255);
        const size = 1 + 2 ** answers.length;
        const costs = [...numbers(8, seed, 2)].map(onGrid);
        const loss = numbers(size, seed, 9).map(onGrid);
        const results = withEach(() =>
          [generated, storedAnswers(generated, size)].map((one) => ({
            added: addGroups(loss, [{ answers: one, costs }]),
            opened: openRules({ loss, tilt: null, eta: 0.1, prior: null }, [{ answers: one, people: 8 }]),
            both: openTotals(
              { loss: loss.slice(), least: Math.min(...loss), eta: 0.1 },
              [{ answers: one, costs }],
              [{ answers: one, people: 8 }],
            ),
          })),
        ).flat();
        for (const result of results) expect(result).toEqual(results[0]);
      }),
      { numRuns: 30 },
    );
  });

  test("compute chances as weight shares, at most 1, and exactly 1 or 0 if all rules agree", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const weights = priorOf({ ...given, seed: given.seed + 1 }).map((q) => q + 1e-3);
        const patterns = patternsOf(given.size, 8, given.seed).map((byte) => (byte & 0b111) | 0b1000);
        const sum = (some: (h: number) => boolean) =>
          weights.reduce((all, w, h) => (some(h) ? all + w : all), 0);
        for (const chances of withEach(() => chancesOf(weights, [{ answers: patterns, people: 5 }]))) {
          for (const [i, chance] of chances.entries()) {
            expect(chance).toBeCloseTo(
              sum((h) => (((patterns[h] ?? 0) >> i) & 1) === 1) / sum(() => true),
              12,
            );
            expect(chance).toBeLessThanOrEqual(1);
          }
          expect(chances.slice(3)).toEqual([1, 0]);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("refuse numbers that are not finite or no longer exact", () => {
    const given = { size: 9, seed: 1, scale: 1, groups: [8] };
    const broken = (value: number) => {
      const loss = lossOf(given);
      loss[8] = value;
      return loss;
    };
    const one = { answers: new Uint8Array(9).fill(1), costs: [1] };
    withEach(() => {
      refuses("range", () => addGroups(broken(LARGEST_TOTAL), [one]));
      refuses("range", () => addGroups(broken(0), [{ ...one, costs: [LARGEST_TOTAL, 1] }]));
      refuses("shape", () => addGroups(broken(0), Array(SLOTS + 1).fill(one)));
      const nothing = { tilt: null, eta: 1, prior: null };
      refuses("not-finite", () => weighRules({ loss: broken(Number.NaN), ...nothing }));
      refuses("not-finite", () => openRules({ loss: broken(Number.NaN), ...nothing }, []));
      const open = (value: number, charged: ChargedGroup[]) =>
        openTotals({ loss: broken(value), least: 0, eta: 1e-6 }, charged, []);
      refuses("not-finite", () => open(Number.NaN, []));
      refuses("range", () => open(LARGEST_TOTAL, [one]));
      const loss = broken(0);
      const before = loss.slice();
      const tooMany = Array(SLOTS + 1).fill({ answers: one.answers, people: 1 });
      refuses("shape", () => openTotals({ loss, least: 0, eta: 1 }, [one], tooMany));
      for (const eta of [Number.NaN, 0, Number.POSITIVE_INFINITY]) {
        refuses("not-finite", () => openTotals({ loss, least: 0, eta }, [one], []));
      }
      expect(loss).toEqual(before);
    });
  });
});
