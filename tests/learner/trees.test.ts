import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { smallSubsets } from "#server/learner/classes/small-subsets.ts";
import { decide, type Tree, treeNumbers } from "#server/learner/classes/tree-numbers.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Features, HypothesisSpec, Predicate } from "#server/learner/config/spec.ts";
import { fillNoise, laplaceStream } from "#server/learner/ftpl/noise.ts";
import { oracleOf } from "#server/learner/oracles/catalogue.ts";
import { answerColumns, answering, classOf, predicates } from "./class-fixtures.ts";
import { refuses } from "./fixtures.ts";

const treesOf = (count: number, depth: 2 | 3) =>
  ({ kind: "trees", version: 1, predicates: predicates(count), depth }) as const satisfies HypothesisSpec;

/** Computes a tree's decisions on each of the 2^n answer vectors. */
function tableOf(tree: Tree, n: number): string {
  return Array.from({ length: 2 ** n }, (_, q) => decide(tree, (split) => ((q >> split) & 1) === 1)).join("");
}

/** Generates all trees by the remaining splits and the depth, without numbers. */
function allTrees(splits: readonly number[], depth: number): Tree[] {
  if (depth === 0) return [0, 1];
  const rooted = splits.flatMap((split) => {
    const below = allTrees(
      splits.filter((other) => other !== split),
      depth - 1,
    );
    return below.flatMap((yes) =>
      below.flatMap((no): Tree[] => (JSON.stringify(yes) === JSON.stringify(no) ? [] : [{ split, yes, no }])),
    );
  });
  return [0, 1, ...rooted];
}

describe("the numbers of trees", () => {
  test.each([
    [0, 3],
    [1, 3],
    [2, 2],
    [4, 2],
    [2, 3],
    [3, 3],
  ])("over %i splits of depth %i cover every possible tree once", (n, depth) => {
    const numbers = treeNumbers(n, depth);
    const named = Array.from({ length: numbers.count }, (_, number) =>
      JSON.stringify(numbers.treeOf(number)),
    );
    const written = allTrees(
      Array.from({ length: n }, (_, split) => split),
      depth,
    ).map((tree) => JSON.stringify(tree));
    expect(new Set(named).size).toBe(numbers.count);
    expect(new Set(named)).toEqual(new Set(written));
  });

  test.each([
    [4, 2],
    [3, 3],
  ])("over %i splits of depth %i have a lowest number for each function", (n, depth) => {
    const numbers = treeNumbers(n, depth);
    const first = new Map<string, number>();
    for (let number = 0; number < numbers.count; number++) {
      const table = tableOf(numbers.treeOf(number), n);
      first.set(table, first.get(table) ?? number);
      expect(numbers.lowest(number)).toBe(first.get(table));
    }
    // of depth 2: 2 constants, 2n answers, 10 functions of each two splits, 4 choices of one of two others by a split
    if (depth === 2) expect(first.size).toBe(2 + 2 * n + 5 * n * (n - 1) + 4 * n * (n - 1) * (n - 2));
    // trees of depth 3 compute every function of three answers
    else expect(first.size).toBe(256);
  });

  test("combine a root with the numbers of its sides, and count shallower trees first", () => {
    const numbers = treeNumbers(4, 3);
    const below = treeNumbers(3, 2);
    expect(numbers.treeOf(treeNumbers(4, 2).count - 1)).toEqual(
      treeNumbers(4, 2).treeOf(treeNumbers(4, 2).count - 1),
    );
    fc.assert(
      fc.property(fc.nat(3), fc.nat(below.count - 1), fc.nat(below.count - 1), (split, yes, no) => {
        const number = numbers.join(split, yes, no);
        const came = yes === no || Math.max(yes, no) < treeNumbers(3, 1).count;
        expect(number === null).toBe(came);
        if (number === null) return;
        const tree = numbers.treeOf(number);
        const answers = (q: number) => (asked: number) => ((q >> asked) & 1) === 1;
        const without = (q: number) => (asked: number) => answers(q)(asked < split ? asked : asked + 1);
        for (let q = 0; q < 16; q++) {
          const side = below.treeOf(answers(q)(split) ? yes : no);
          expect(decide(tree, answers(q))).toBe(decide(side, without(q)));
        }
      }),
    );
  });

  test("are integers that a double holds, up to the largest class", () => {
    const { count, treeOf, lowest } = treeNumbers(LIMITS.treePredicates, 3);
    expect(count).toBeLessThan(2 ** 52);
    // The last tree: the last root, with the two highest numbers below, which differ.
    expect(treeOf(count - 1)).toMatchObject({ split: 63, yes: { split: 62 }, no: { split: 62 } });
    expect(lowest(count - 1)).toBeLessThan(count);
  });
});

test("sets of few questions are numbered by size, then by their members", () => {
  for (const [n, depth] of [
    [0, 3],
    [1, 2],
    [5, 2],
    [6, 3],
  ] as const) {
    const { count, members } = smallSubsets(n, depth);
    const sets = Array.from({ length: 2 ** n }, (_, set) =>
      Array.from({ length: n }, (_, b) => b).filter((b) => (set >> b) & 1),
    )
      .filter((set) => set.length <= depth)
      .sort((a, b) => a.length - b.length || a.join().localeCompare(b.join()));
    expect(Array.from({ length: count }, (_, number) => members(number))).toEqual(sets);
  }
});

describe("decision trees", () => {
  test.each([
    [4, 2],
    [4, 3],
  ] as const)(
    "over %i questions of depth %i differ on their separator wherever they differ at all",
    (n, depth) => {
      const rules = classOf(treesOf(n, depth));
      expect(rules.separator.size).toBe(depth === 2 ? 11 : 15);
      const byTable = new Map<string, string>();
      const numbers = treeNumbers(n, depth);
      for (let h = 0; h < rules.size; h++) {
        const table = tableOf(numbers.treeOf(h), n);
        if (byTable.has(table)) continue;
        byTable.set(
          table,
          Array.from({ length: rules.separator.size }, (_, p) => rules.separator.at(h, p)).join(""),
        );
      }
      expect(new Set(byTable.values()).size).toBe(byTable.size);
    },
  );

  test("agree on their contexts with people who have these answers", () => {
    const rules = classOf(treesOf(4, 3));
    for (let p = 0; p < rules.separator.size; p++) {
      const answers = [...rules.separator.point(p)].reduce((mask, bit, b) => mask | (Number(bit) << b), 0);
      for (let h = 0; h < rules.size; h += 97) {
        expect(rules.separator.at(h, p)).toBe(rules.evaluate(h, answering(answers)));
      }
    }
  });

  test("state the paths that end in accept, and treat a missing cell as no", () => {
    const rules = classOf(treesOf(3, 2));
    const numbers = treeNumbers(3, 2);
    // trees of depth 1 over the two other questions: 4 is not the second, 5 the second
    const chosen = numbers.join(0, 3, 4) as number;
    expect(rules.sentence(chosen)).toBe(
      "accept if q0 is y and q1 is y, or if not (q0 is y) and not (q2 is y)",
    );
    expect(rules.sentence(2)).toBe("accept if not (q0 is y)");
    const missing: Features = [null, null, null, null, null, null, null, null, null];
    expect(rules.evaluate(chosen, missing)).toBe(1);
  });

  test("are not listed above their limit, and then only views distinguish people", () => {
    const small = classOf(treesOf(4, 3));
    expect(small.unlisted).toBeUndefined();
    const large = classOf(treesOf(6, 3));
    refuses("class-unlisted", () => large.bits(answering(0)));
    refuses("class-unlisted", () => large.patterns([answering(0)]));
    expect(large.unlisted?.view(answering(0b100101))).toBe("101001");
  });

  test("refuse other depths, and more questions than can be numbered", () => {
    refuses("range", () => classOf({ ...treesOf(3, 2), depth: 4 } as unknown as HypothesisSpec));
    const many = Array.from(
      { length: LIMITS.treePredicates + 1 },
      (_, b): Predicate => ({ column: "score", test: "above", value: String(b) }),
    );
    refuses("class-too-large", () => classOf({ ...treesOf(0, 2), predicates: many }));
  });
});

describe("the oracle of trees", () => {
  const OMEGA = 0.01;
  const people = fc.array(fc.record({ answers: fc.nat(255), cost: fc.integer({ min: -4, max: 4 }) }), {
    maxLength: 40,
  });

  test.each([
    [5, 2],
    [4, 3],
  ] as const)(
    "over %i questions of depth %i finds the least with real noise as the list has it",
    (n, depth) => {
      const spec = treesOf(n, depth);
      const rules = classOf(spec);
      const oracle = oracleOf(answerColumns, spec, rules);
      const numbers = treeNumbers(n, depth);
      const next = laplaceStream("0f".repeat(32), 0);
      fc.assert(
        fc.property(people, (charged) => {
          const history = new Float64Array(oracle.cellCount);
          const losses = new Float64Array(rules.size);
          for (const { answers, cost } of charged) {
            for (const cell of oracle.cells(answering(answers))) history[cell] = (history[cell] ?? 0) + cost;
            for (const [h, bit] of rules.bits(answering(answers)).entries())
              losses[h] = (losses[h] ?? 0) + cost * bit;
          }
          const noise = new Float64Array(rules.separator.size);
          fillNoise(noise, next, 1, OMEGA);
          for (let p = 0; p < noise.length; p++) {
            const yes = [...rules.separator.point(p)].reduce((mask, bit, b) => mask | (Number(bit) << b), 0);
            for (const [h, bit] of rules.bits(answering(yes)).entries()) {
              losses[h] = (losses[h] ?? 0) + (noise[p] as number) * bit;
            }
          }
          const found = oracle.search(oracle.transformHistory(history))(noise);
          // sums of noise near 2^14 in another order: an error of 2^-30 at most
          expect(losses[found]).toBeLessThanOrEqual(Math.min(...losses) + 2 ** -30);
          expect(numbers.lowest(found)).toBe(found);
        }),
        { numRuns: 15 },
      );
    },
  );

  test("over unlisted trees finds the same as a search over every question and group", () => {
    const n = 8;
    const spec = treesOf(n, 3);
    const rules = classOf(spec);
    const oracle = oracleOf(answerColumns, spec, rules);
    const search = (history: Float64Array) =>
      oracle.search(oracle.transformHistory(history))(new Float64Array(rules.separator.size));
    type Charged = readonly { readonly answers: number; readonly cost: number }[];
    const least = (group: Charged, asked: number, depth: number): number => {
      const all = Math.min(
        0,
        group.reduce((sum, { cost }) => sum + cost, 0),
      );
      if (depth === 0) return all;
      return Array.from({ length: n }, (_, b) => b)
        .filter((b) => !((asked >> b) & 1))
        .reduce((best, b) => {
          const side = (answer: number) =>
            least(
              group.filter(({ answers }) => ((answers >> b) & 1) === answer),
              asked | (1 << b),
              depth - 1,
            );
          return Math.min(best, side(1) + side(0));
        }, all);
    };
    fc.assert(
      fc.property(people, (charged) => {
        const history = new Float64Array(oracle.cellCount);
        for (const { answers, cost } of charged) {
          for (const cell of oracle.cells(answering(answers))) history[cell] = (history[cell] ?? 0) + cost;
        }
        const found = search(history);
        const loss = charged.reduce(
          (sum, { answers, cost }) => sum + cost * rules.evaluate(found, answering(answers)),
          0,
        );
        expect(loss).toBe(least(charged, 0, 3));
      }),
      { numRuns: 40 },
    );
  });
});
