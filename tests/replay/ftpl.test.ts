/** FTPL (docs/log-format-learners.md): two whole logs, the noise, and what no honest log has. */

import { describe, expect, it } from "vitest";
import { fromFixedPoint } from "./decimal.ts";
import type { Body, State } from "./fixture.ts";
import { BEFORE_THE_LAST, FTPL, FTPL_PAPER, ftplLog, ftplPaperLog } from "./fixture-ftpl.ts";
import { amongAll, Drawing } from "./ftpl.ts";
import { Noise } from "./ftpl-noise.ts";
import { Fields } from "./read.ts";
import { replay } from "./replay.ts";
import { predicateRules } from "./rules-predicates.ts";
import { decisionTrees } from "./rules-trees.ts";
import { treeSearch } from "./rules-trees-search.ts";

const inFixedPoint = (value: number) => BigInt(value) << 128n;
const found = (log: ReturnType<typeof ftplLog>, change: (text: string) => string = (text) => text) => {
  const { problems, ok, chanceCount } = replay(change(log.text()), log.features());
  return { ok, chanceCount, whats: problems.map(({ what }) => what) };
};

describe("an honest log of FTPL", () => {
  it.each([
    ["known, a multiplier of the noise", ftplLog()],
    ["paper, resamples, halves when settled", ftplPaperLog()],
  ])("%s: chances, rules drawn, charges to the bit", (_, log) => {
    expect(found(log)).toEqual({ ok: true, chanceCount: 5, whats: [] });
  });

  it("cannot recompute what depends on an erased person, and continues from the totals", () => {
    const said = (state: State) => {
      const log = ftplLog(FTPL, state);
      return replay(log.text(), log.features(["p1"]), log.totals());
    };
    const { problems, erasedRounds, resumed } = said(BEFORE_THE_LAST);
    expect(problems).toEqual([]);
    expect(erasedRounds).toEqual([1, 2]);
    expect(resumed).toMatchObject([{ unknownPeople: 1 }]);
    // p1 was charged C/2 - 1/2: in one of the two cells, or in none.
    const invented = said({ ...BEFORE_THE_LAST, loss: [0.9654662609100342, 3] });
    expect(invented.problems[0]?.what).toBe("total 1");
  });
});

describe("the noise", () => {
  // Calculated in another language, with numbers of 64 bits.
  it("equals the page's variables of a seed, and of a stream two jumps ahead", () => {
    const seed = "0123456789abcdef".repeat(4);
    const noise = new Noise(seed);
    const first = [1, 2, 3].map(() => noise.variable());
    for (const [index, z] of [-2.582887065133122, 0.7383062358905306, -0.10331545239339669].entries()) {
      expect(first[index]).toBeCloseTo(z, 14);
    }
    expect(new Noise(seed, 2).variable()).toBeCloseTo(0.3218390614196763, 14);
  });

  it("leaves a rule open if another one is nearly equal, and draws the lowest of equal ones", () => {
    // Without a condition: rule 0 no one, rule 1 everyone; one context. Noise that is negligible next to the losses.
    const rules = predicateRules("conjunctions", [], []);
    const settings = {
      mode: "known",
      weightCap: 3,
      drawn: 4,
      fairnessWeight: 1,
      omega: 1e12,
      variables: 1,
    } as const;
    const drawing = (loss: number) => new Drawing(settings, rules, amongAll(rules, [5, loss]));
    const seed = "0123456789abcdef".repeat(4);
    expect(
      drawing(5)
        .opening(seed)
        .every(({ isUnsure }) => isUnsure),
    ).toBe(true);
    expect(drawing(4).opening(seed)).toEqual([1, 2, 3, 4].map(() => ({ rule: 1, isUnsure: false })));
    expect(drawing(4).resample(seed, 0, [0])).toBe(1);
    // Nothing accepts: the L-th draw is not made.
    expect(drawing(6).resample(seed, 0, [0])).toBe(3);
    expect(drawing(5).resample(seed, 0, [0])).toBe(null);
  });
});

const textColumns = (names: readonly string[]) => names.map((name) => ({ name, type: "text" }));

describe("decision trees", () => {
  it("are drawn by their lowest number, and do not compete with their own duplicates", () => {
    const predicates = ["a", "b", "c"].map((column) => ({ column, test: "is", value: "y" }));
    const fields = predicates.map((predicate, index) => new Fields(predicate, `predicate ${index}`));
    const rules = decisionTrees(fields, textColumns(["a", "b", "c"]), 2);
    const settings = {
      mode: "known",
      weightCap: 3,
      drawn: 60,
      fairnessWeight: 1,
      omega: 1,
      variables: 1,
    } as const;
    const among = amongAll(rules, new Array<number>(rules.count).fill(0));
    const drawn = new Drawing(settings, rules, among).opening("5a".repeat(32));
    expect(new Set(drawn.map(({ rule }) => rule)).size).toBeGreaterThan(20);
    expect(drawn.filter(({ rule, isUnsure }) => isUnsure || rules.isRepeat?.(rule))).toEqual([]);
  });

  it.each([
    [5, 2],
    [2, 3],
    [3, 3],
  ] as const)("over %i conditions of depth %i are found by search as in the full list", (n, depth) => {
    const splits = Array.from({ length: n }, (_, split) => split);
    const names = splits.map(String);
    const fields = names.map((column) => new Fields({ column, test: "is", value: "y" }, column));
    const rules = decisionTrees(fields, textColumns(names), depth);
    const noise = new Noise("3c".repeat(32));
    const search = treeSearch(splits, depth);
    let unsure = 0;
    for (const scale of [0, 1, 8]) {
      const history = Array.from({ length: rules.cells.count }, () => Math.round(scale * noise.variable()));
      const among = amongAll(rules, rules.cells.losses(history.map(inFixedPoint)).map(fromFixedPoint));
      for (let draw = 0; draw < 40; draw++) {
        // every third in whole numbers: functions of one loss
        const z = history.map(() => (draw % 3 === 0 ? Math.round(noise.variable()) : noise.variable()));
        const [found, expected] = [search(history)(z), among(z)];
        expect(found.isUnsure).toBe(expected.isUnsure);
        if (expected.isUnsure) unsure += 1;
        else expect(found.rule).toBe(expected.rule);
      }
    }
    expect(unsure).toBeGreaterThan(5);
    expect(unsure).toBeLessThan(60);
  });
});

describe("settings of FTPL", () => {
  const { resampleCount: _, omegaMultiplier: __, ...neither } = FTPL;
  const predicates = Array.from({ length: 30 }, (_, b) => ({ column: "owns", test: "is", value: String(b) }));
  const forest = { kind: "trees", version: 1, depth: 3, predicates };
  const said = (learner: Body) => {
    const { ok, problems } = replay(ftplLog(learner).text(), "");
    return { ok, what: problems[0]?.what ?? "" };
  };

  it.each([
    ["T", { ...FTPL, horizon: null }, "horizon"],
    ["a T at which it ends", { ...FTPL, afterHorizon: "anytime" }, "afterHorizon"],
    ["R from L on", { ...FTPL, horizon: 1_000_000_000, resampleCount: 800 }, "resampleCount"],
    ["R as 2^a 5^b", { ...FTPL, resampleCount: 1001 }, "resampleCount"],
    ["a and b up to 15", { ...FTPL, resampleCount: 65_536 }, "resampleCount"],
    ["R up to a million", { ...FTPL, resampleCount: 1_048_576 }, "resampleCount"],
    ["a multiplier above 0", { ...FTPL, omegaMultiplier: "0" }, "omegaMultiplier"],
    ["no delta", { ...FTPL, delta: "0.1" }, "delta"],
    ["one pair in mode paper", { ...FTPL_PAPER, pairRule: "average" }, "pairRule"],
    ["no R in mode paper", { ...FTPL_PAPER, resampleCount: 10 }, "resampleCount"],
    ["an R in mode known", neither, "resampleCount"],
    ["no mode of Exp2", { ...FTPL, mode: "guarded" }, "mode"],
    ["no settings for Exp2", { ...FTPL, learner: "exp2" }, "resampleCount"],
    [
      "no Exp2 over trees that cannot be listed",
      { ...neither, learner: "exp2", hypotheses: forest },
      "rules",
    ],
  ])("have %s", (_, learner, what) => {
    const { ok, what: first } = said(learner);
    expect(ok).toBe(false);
    expect(first).toContain(what);
  });

  it("determine the rounds: changed settings are detected by their effects", () => {
    const { omegaMultiplier: ___, ...plain } = FTPL;
    expect(found(ftplLog(plain)).whats).toContain("eta");
    expect(found(ftplLog({ ...FTPL, resampleCount: 8 })).whats).toContain("chance of p1");
    expect(found(ftplLog({ ...FTPL, horizon: 9 })).whats).toContain("eta");
    expect(found(ftplPaperLog({ ...FTPL_PAPER, horizon: 9 })).whats).toContain("eta");
  });
});
