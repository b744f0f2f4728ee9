import { expect, it } from "vitest";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { limitOf } from "#server/results/policy/limit.ts";
import { ftplSpec, guardedSpec, ixSpec, paperSpec, smallSpec } from "#tests/learner/fixtures.ts";

/** N. */
const size = 8;
const lnN = Math.log(size);

type Constants = Readonly<Record<"k" | "ε" | "η" | "C" | "g", number>>;

/** The displayed formulas, each computed by hand with its constants. */
const shown: readonly [string, string, LearnerSpec, string[], (of: Constants, t: number) => number][] = [
  [
    "known",
    "(2 ln N/η + 2.5 k² η t + k t)/(ε C − η C²/2)",
    smallSpec,
    ["N", "k", "ε", "η", "C", "T"],
    ({ k, ε, η, C }, t) => ((2 * lnN) / η + 2.5 * k ** 2 * η * t + k * t) / (ε * C - (η * C ** 2) / 2),
  ],
  [
    "paper",
    "(2 ln N/η + (5/16) d² η t + k t)/(ε C), d = 2k + 4C",
    paperSpec,
    ["N", "k", "ε", "η", "C", "T"],
    ({ k, ε, η, C }, t) => ((2 * lnN) / η + (5 / 16) * (2 * k + 4 * C) ** 2 * η * t + k * t) / (ε * C),
  ],
  [
    "ix",
    "(2 ln N/η + 2.5 k² η t + 2 g k t + k (ln N + 1)/g + k t)/(ε C − η C²/2)",
    ixSpec,
    ["N", "k", "ε", "η", "C", "g", "T"],
    ({ k, ε, η, C, g }, t) =>
      ((2 * lnN) / η + 2.5 * k ** 2 * η * t + 2 * g * k * t + (k * (lnN + 1)) / g + k * t) /
      (ε * C - (η * C ** 2) / 2),
  ],
  [
    // Only in the first block: η of round 1.
    "known, of any length",
    "(2 ln N/η + 2.5 k² Σ η + k t)/(ε C − η C²/2), added up over the blocks of equal η",
    { ...smallSpec, horizon: null },
    ["N", "k", "ε", "η", "C"],
    ({ k, ε, η, C }, t) => ((2 * lnN) / η + 2.5 * k ** 2 * η * t + k * t) / (ε * C - (η * C ** 2) / 2),
  ],
];

it.each(shown)("the limit of mode %s equals its formula with its constants", (_, formula, spec, ...rest) => {
  const [symbols, byHand] = rest;
  const rounds = spec.horizon === null ? [1] : [1, 40, 100];
  const limit = limitOf(spec, size, rounds);
  expect(limit?.formula).toBe(formula);
  expect(limit?.constants.map(({ symbol }) => symbol)).toEqual(symbols);
  const of = Object.fromEntries(limit?.constants.map(({ symbol, value }) => [symbol, value]) ?? []);
  expect(of).toMatchObject({ N: size, k: 3, ε: 0.1 });
  expect([of.T, limit?.values.length]).toEqual([spec.horizon ?? undefined, rounds.length]);
  for (const [index, t] of rounds.entries()) {
    expect((limit?.values[index] ?? 0) / byHand(of as Constants, t)).toBeCloseTo(1, 12);
  }
});

it("the first round with an informative limit assumes a plan of that length", () => {
  // The same formula with T rounds planned: η = √(0.8 ln N/T)/k, C = ε/η.
  const boundOf = (T: number) => {
    const η = Math.sqrt((0.8 * lnN) / T) / 3;
    return (((2 * lnN) / η + 2.5 * 9 * η * T + 3 * T) * 2 * η) / 0.1 ** 2;
  };
  const { round = 0, most } = limitOf(smallSpec, size, [])?.from ?? {};
  expect(boundOf(round)).toBeLessThan(round);
  expect(boundOf(round - 1)).toBeGreaterThanOrEqual(round - 1);
  expect(most).toBe(Math.floor(boundOf(round)));
  const anytime = limitOf({ ...smallSpec, horizon: null }, size, [])?.from;
  expect(anytime?.round).toBeGreaterThan(round);
  expect(anytime?.most).toBeLessThan(anytime?.round ?? 0);
  expect(limitOf({ ...smallSpec, eps: "0.0000001" }, size, [])?.from).toBeNull();
});

it("the rate without a horizon is that of the last requested round, or of the first", () => {
  const rateAt = (...rounds: number[]) =>
    limitOf({ ...smallSpec, horizon: null }, size, rounds)?.constants.find(({ symbol }) => symbol === "η")
      ?.value;
  // η = (1/k) √(ln N/(3 · 2^j)), 2^j <= t
  const byHand = (block: number) => Math.sqrt(lnN / (3 * block)) / 3;
  expect(rateAt()).toBeCloseTo(byHand(1), 12);
  expect(rateAt(1, 2, 5)).toBeCloseTo(byHand(4), 12);
});

const { prior: _, ...guardedWithoutPrior } = guardedSpec;

it.each<[string, LearnerSpec, number]>([
  ["FTPL", ftplSpec, size],
  ["mode guarded", guardedSpec, size],
  ["mode guarded without a prior", guardedWithoutPrior, size],
  [
    "a prior that prefers some rules",
    { ...smallSpec, prior: { kind: "constants", none: "0.25", all: "0.25" } },
    size,
  ],
  ["a margin above alpha", { ...smallSpec, eps: "0.3" }, size],
  ["no margin", { ...smallSpec, eps: "0" }, size],
  ["one rule", smallSpec, 1],
])("nothing is proven in these numbers of %s", (_name, spec, ruleCount) => {
  expect(limitOf(spec, ruleCount, [1])).toBeNull();
});

it("two rules are enough", () => {
  expect(limitOf(smallSpec, 2, [1])?.constants[0]).toEqual({ symbol: "N", value: 2 });
});
