import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { CHUNK, SLOTS } from "#server/learner/kernels/contract.ts";
import { setKernel } from "#server/learner/kernels/kernel.ts";
import {
  addPlainly,
  addSteps,
  type ChargedGroup,
  chancesOf,
  openRules,
  sumOfWeights,
  type Weighing,
  weighRules,
} from "#server/learner/kernels/passes.ts";
import { typedArrays } from "#server/learner/kernels/typed-arrays.ts";
import { wasmKernel } from "#server/learner/kernels/wasm.ts";
import { lostIn } from "#server/learner/numbers/compensation.ts";
import { EXP_FLOOR, exp } from "#server/learner/numbers/math.ts";
import { refuses, spread } from "../fixtures.ts";

const kernels = {
  "typed-arrays": typedArrays(),
  wasm: wasmKernel(readFileSync(new URL("../../../.build/kernel.wasm", import.meta.url))),
};

afterEach(() => setKernel(typedArrays()));

/** The same work with each kernel. */
function withEach<T>(work: () => T): T[] {
  return Object.values(kernels).map((kernel) => {
    setKernel(kernel);
    return work();
  });
}

/** Numbers of the sizes that a learner meets, by a seed: many of them, so not made one by one by fast-check. */
function numbers(length: number, seed: number, scale: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => (spread(i * 7 + seed) - 0.4) * scale);
}

function patternsOf(length: number, people: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => Math.floor(spread(i * 3 + seed) * 2 ** people));
}

const shape = fc.record({
  size: fc.constantFrom(1, 2, 3, 5, 64, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 7),
  seed: fc.nat(1_000),
  scale: fc.constantFrom(1e-9, 1, 1e4, 1e9),
  groups: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 }),
});

type Shape = { size: number; seed: number; scale: number; groups: number[] };

function totalsOf({ size, seed, scale }: Shape) {
  return { loss: numbers(size, seed, scale), compensation: numbers(size, seed + 1, scale * 1e-17) };
}

function answeringOf({ size, seed, groups }: Shape) {
  return groups.map((people, i) => ({ patterns: patternsOf(size, people, seed + i), people }));
}

function chargedOf({ size, seed, groups, scale }: Shape): ChargedGroup[] {
  return groups.map((people, i) => ({
    patterns: patternsOf(size, people, seed + i),
    costs: [...numbers(people, seed + 9 + i, scale / 3)],
  }));
}

/** Weights between 0 and 1, some of them 0. */
function priorOf({ size, seed }: Shape): Float64Array {
  return Float64Array.from({ length: size }, (_, h) => (h % 5 === 3 ? 0 : spread(h + seed)));
}

function weighings(given: Shape): Weighing[] {
  const totals = totalsOf(given);
  return [
    { totals, eta: 0.01 / given.scale, prior: null },
    { totals, eta: 700 / given.scale, prior: priorOf(given) },
    { totals, eta: 5_000 / given.scale, prior: null },
    { totals: { ...totals, compensation: null }, eta: 1 / given.scale, prior: priorOf(given) },
  ];
}

describe("the kernels", () => {
  test("give equal bits", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const groups = answeringOf(given);
        const charged = chargedOf(given);
        const one = charged.slice(0, 1);
        const results = withEach(() => ({
          opened: weighings(given).map((weighing) => openRules(weighing, groups)),
          weights: weighings(given).map(weighRules),
          sums: weighings(given).map(sumOfWeights),
          chances: chancesOf(priorOf(given), groups),
          added: addSteps(totalsOf(given), [charged, one, charged, one]),
          plain: addPlainly(numbers(given.size, given.seed, given.scale), charged),
        }));
        expect(results[1]).toEqual(results[0]);
      }),
      { numRuns: 60 },
    );
  });

  test("weigh by the learner's own exp, and not at all far behind", () => {
    fc.assert(
      fc.property(shape, (given) => {
        for (const weighing of weighings(given)) {
          const { totals, eta, prior } = weighing;
          const totalOf = (h: number) => (totals.loss[h] as number) + (totals.compensation?.[h] ?? 0);
          const rules = [...totals.loss.keys()];
          const least = Math.min(...rules.filter((h) => prior === null || (prior[h] ?? 0) > 0).map(totalOf));
          const expected = rules.map((h) => {
            const q = prior?.[h] ?? 1;
            const exponent = -eta * (totalOf(h) - least);
            return q === 0 || exponent < EXP_FLOOR ? 0 : q * exp(exponent);
          });
          for (const weights of withEach(() => weighRules(weighing))) expect([...weights]).toEqual(expected);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("add a step in one rounding, by eights, and what rounding took exactly", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const totals = totalsOf(given);
        const groups = chargedOf(given);
        const loss = totals.loss.slice();
        const compensation = totals.compensation.slice();
        for (const [h, before] of totals.loss.entries()) {
          const sums = groups.map(({ patterns, costs }) =>
            costs.reduce((sum, cost, i) => (((patterns[h] ?? 0) >> i) & 1 ? sum + cost : sum), 0),
          );
          const cost = sums.reduce((sum, next) => sum + next);
          loss[h] = before + cost;
          compensation[h] = (compensation[h] ?? 0) + lostIn(before, cost, before + cost);
        }
        for (const added of withEach(() => addSteps(totals, [groups])))
          expect(added).toEqual({ loss, compensation });
      }),
      { numRuns: 40 },
    );
  });

  test("come to the same however many steps are added at once, also more than there are tables for", () => {
    const given = { size: 77, seed: 5, scale: 3, groups: [3, 8] };
    const steps = Array.from({ length: SLOTS }, (_, seed) => chargedOf({ ...given, seed }));
    for (const atOnce of withEach(() => addSteps(totalsOf(given), steps))) {
      const oneByOne = steps.reduce((totals, step) => addSteps(totals, [step]), totalsOf(given));
      expect(atOnce).toEqual(oneByOne);
    }
    refuses("shape", () => addSteps(totalsOf(given), [steps.flat()]));
  });

  test("find chances that are the weights' shares, never above 1, and 1 or 0 exactly where all rules agree", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const weights = priorOf({ ...given, seed: given.seed + 1 }).map((q) => q + 1e-3);
        const patterns = patternsOf(given.size, 8, given.seed).map((byte) => (byte & 0b111) | 0b1000);
        const sum = (some: (h: number) => boolean) =>
          weights.reduce((all, w, h) => (some(h) ? all + w : all), 0);
        for (const chances of withEach(() => chancesOf(weights, [{ patterns, people: 5 }]))) {
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

  test("refuse what is not finite", () => {
    const given = { size: 9, seed: 1, scale: 1, groups: [8] };
    const broken = (value: number) => {
      const totals = totalsOf(given);
      totals.loss[8] = value;
      return totals;
    };
    withEach(() => {
      refuses("not-finite", () =>
        addSteps(broken(1.7e308), [[{ patterns: new Uint8Array(9).fill(1), costs: [1.7e308] }]]),
      );
      refuses("not-finite", () => weighRules({ totals: broken(Number.NaN), eta: 1, prior: null }));
      refuses("not-finite", () => openRules({ totals: broken(Number.NaN), eta: 1, prior: null }, []));
    });
  });
});
