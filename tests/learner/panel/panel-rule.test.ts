import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { decidePanel, pivotalAuditor } from "#server/learner/panel/panel.ts";
import { bindPanelRule } from "#server/learner/panel/panel-rule.ts";
import { panelRuleSentence, panelRuleText } from "#server/learner/panel/panel-rule-words.ts";
import { refuses, share } from "#tests/learner/fixtures.ts";

/** Decides a rule by bindPanelRule's formulas with integer fractions and without shortcuts. */
function slowly(rule: PanelRule, m: number, flagging: ReadonlySet<number>): boolean {
  switch (rule.kind) {
    case "at-least":
      return flagging.size >= rule.flags;
    case "share": {
      const { numerator: a, denominator: b } = rule.gamma;
      return flagging.size > 0 && BigInt(flagging.size) * BigInt(b) >= BigInt(a) * BigInt(m);
    }
    case "weighted": {
      // Hundredths, as the generator makes them.
      const hundredths = (text: string) => BigInt(Math.round(Number(text) * 100));
      return (
        [...flagging].reduce((sum, j) => sum + hundredths(rule.weights[j] ?? ""), 0n) >=
        hundredths(rule.threshold)
      );
    }
    case "auditor":
      return flagging.has(rule.auditor);
    case "any":
      return rule.rules.some((part) => slowly(part, m, flagging));
    case "all":
      return rule.rules.every((part) => slowly(part, m, flagging));
  }
}

const hundredths = (n: number) => String(n / 100);

/** Generates rules for a panel of m. */
function ruleFor(m: number): fc.Arbitrary<PanelRule> {
  const positive = fc.integer({ min: 1, max: 12 });
  const leaf = fc.oneof(
    fc.integer({ min: 1, max: m }).map((flags): PanelRule => ({ kind: "at-least", flags })),
    fc.tuple(positive, positive).map(([a, more]) => share(a, a + more - 1)),
    fc.integer({ min: 0, max: m - 1 }).map((auditor): PanelRule => ({ kind: "auditor", auditor })),
    fc
      .tuple(
        fc.array(fc.integer({ min: 0, max: 120 }), { minLength: m, maxLength: m }),
        fc.integer({ min: 0 }),
      )
      .filter(([weights]) => weights.some((weight) => weight > 0))
      .map(([weights, at]): PanelRule => {
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        return {
          kind: "weighted",
          weights: weights.map(hundredths),
          threshold: hundredths(1 + (at % total)),
        };
      }),
  );
  return fc.letrec<{ rule: PanelRule }>((tie) => ({
    rule: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      leaf,
      fc
        .tuple(fc.constantFrom("any", "all"), fc.array(tie("rule"), { minLength: 1, maxLength: 3 }))
        .map(([kind, rules]): PanelRule => ({ kind, rules })),
    ),
  })).rule;
}

const panelAndRule = fc.integer({ min: 1, max: 6 }).chain((m) => fc.tuple(fc.constant(m), ruleFor(m)));

function subsets(m: number): Set<number>[] {
  const members = (mask: number) => Array.from({ length: m }, (_, j) => j).filter((j) => (mask >> j) & 1);
  return Array.from({ length: 2 ** m }, (_, mask) => new Set(members(mask)));
}

describe("a panel rule", () => {
  test("decides as written, is monotone, false for no flags and true for all flags", () => {
    fc.assert(
      fc.property(panelAndRule, ([m, rule]) => {
        const bound = bindPanelRule(rule, m);
        const f = subsets(m).map((flagging) => bound.decides(flagging));
        expect(f).toEqual(subsets(m).map((flagging) => slowly(rule, m, flagging)));
        expect([f[0], f.at(-1)]).toEqual([false, true]);
        for (let mask = 0; mask < f.length; mask++) {
          for (let j = 0; j < m; j++) if (f[mask]) expect(f[mask | (1 << j)]).toBe(true);
        }
      }),
    );
  });

  test("decides, names and counts the same after a round trip through JSON", () => {
    fc.assert(
      fc.property(panelAndRule, ([m, rule]) => {
        const read = JSON.parse(JSON.stringify(rule)) as PanelRule;
        expect(read).toEqual(rule);
        const [before, after] = [bindPanelRule(rule, m), bindPanelRule(read, m)];
        expect(after.namesAuditors).toBe(before.namesAuditors);
        expect(subsets(m).map(after.decides)).toEqual(subsets(m).map(before.decides));
        expect(panelRuleText(read)).toBe(panelRuleText(rule));
      }),
    );
  });

  test("at-least equals the share of the same number of flags, for panels up to 40", () => {
    let wrong = 0;
    for (let m = 1; m <= 40; m++) {
      const sets = Array.from({ length: m + 1 }, (_, n) => new Set(Array.from({ length: n }, (_, j) => j)));
      const atLeast = sets.map((_, flags) =>
        flags === 0 ? [] : sets.map(bindPanelRule({ kind: "at-least", flags }, m).decides),
      );
      for (let b = 1; b <= 40; b++) {
        for (let a = 1; a <= b; a++) {
          const decides = sets.map(bindPanelRule(share(a, b), m).decides);
          const expected = atLeast[neededFlags({ numerator: a, denominator: b }, m)] ?? [];
          for (let n = 0; n <= m; n++) {
            // n/m >= a/b, in exact integers
            const exact = n > 0 && BigInt(n) * BigInt(b) >= BigInt(a) * BigInt(m);
            if (decides[n] !== expected[n] || decides[n] !== exact) wrong++;
          }
        }
      }
    }
    expect(wrong).toBe(0);
  });

  test("adds weights exactly: three tenths reach 0.3, where doubles would not", () => {
    expect(0.1 + 0.1 + 0.1 <= 0.3).toBe(false);
    expect(0.7 + 0.1 >= 0.8).toBe(false);
    const tenths = bindPanelRule({ kind: "weighted", weights: ["0.7", "0.1", "0.2"], threshold: "0.8" }, 3);
    expect(tenths.decides(new Set([0, 1]))).toBe(true);
    expect(tenths.decides(new Set([0]))).toBe(false);
    const tiny = bindPanelRule(
      { kind: "weighted", weights: ["1", "1e-30"], threshold: `1.${"0".repeat(29)}1` },
      2,
    );
    expect([tiny.decides(new Set([0])), tiny.decides(new Set([0, 1]))]).toEqual([false, true]);
  });

  test("is described by a sentence, and different rules have different sentences", () => {
    const rule: PanelRule = {
      kind: "any",
      rules: [
        { kind: "all", rules: [{ kind: "auditor", auditor: 0 }, share(1, 3)] },
        { kind: "at-least", flags: 3 },
        { kind: "weighted", weights: ["1", "0.5", "0"], threshold: "1.5" },
      ],
    };
    expect(panelRuleSentence(rule)).toBe(
      "A pair is unfair if (auditor 1 flags it and at least 1/3 of the panel flag it) or at least 3 auditors flag it or " +
        "the weights of the auditors who flag it sum to at least 1.5 (auditor 1 1, auditor 2 0.5, auditor 3 0).",
    );
    const oneOf = { kind: "any", rules: [{ kind: "at-least", flags: 2 }] } as const;
    expect(panelRuleSentence({ kind: "all", rules: [oneOf, { kind: "auditor", auditor: 2 }] })).toBe(
      "A pair is unfair if at least 2 auditors flag it and auditor 3 flags it.",
    );
    expect(panelRuleSentence({ kind: "at-least", flags: 1 })).toBe(
      "A pair is unfair if at least 1 auditor flags it.",
    );
    expect(panelRuleText(rule)).toBe("any(all(auditor 1; 1/3); at-least 3; weighted(1 0.5 0 >= 1.5))");
    fc.assert(
      fc.property(panelAndRule, panelAndRule, ([, one], [, other]) => {
        expect(panelRuleText(one) === panelRuleText(other)).toBe(
          JSON.stringify(one) === JSON.stringify(other),
        );
      }),
    );
  });

  test("is refused with the reason", () => {
    const refusesRule = (code: Parameters<typeof refuses>[0], rule: unknown) =>
      refuses(code, () => bindPanelRule(rule as PanelRule, 3));
    const weighted = (weights: readonly unknown[], threshold: unknown) => ({
      kind: "weighted",
      weights,
      threshold,
    });
    refusesRule("range", weighted(["1", "-0.1", "1"], "1"));
    for (const threshold of ["0", "-1", "2.51"]) {
      refusesRule("panel-rule-constant", weighted(["1", "0.5", "1"], threshold));
    }
    refusesRule("panel-rule-constant", weighted(["0", "0", "0"], "0"));
    refusesRule("shape", weighted(["1", "1"], "1"));
    refusesRule("shape", weighted([1, 1, 1], "1"));
    refusesRule("shape", weighted(["1", "1", "1"], 1));
    refusesRule("not-a-decimal", weighted(["1", "1", "NaN"], "1"));
    refusesRule("not-a-decimal", weighted(["1", "1", "1"], ""));
    for (const auditor of [3, -1, 0.5, Number.NaN])
      refusesRule("auditor-unknown", { kind: "auditor", auditor });
    for (const flags of [0, -1, 4]) refusesRule("panel-rule-constant", { kind: "at-least", flags });
    refusesRule("range", { kind: "at-least", flags: 1.5 });
    refusesRule("range", { kind: "at-least", flags: Number.NaN });
    for (const kind of ["any", "all"]) refusesRule("panel-rule-empty", { kind, rules: [] });
    refusesRule("panel-rule-empty", { kind: "any", rules: [share(1, 2), { kind: "all", rules: [] }] });
    // A part that cannot be satisfied is refused even if the whole rule can be.
    refusesRule("panel-rule-constant", { kind: "any", rules: [share(1, 2), { kind: "at-least", flags: 4 }] });
    refusesRule("gamma-outside", share(0, 1));
    refusesRule("gamma-outside", share(3, 2));
    for (const kind of ["not", "toString", undefined]) refusesRule("unknown-kind", { kind, rules: [] });
    refusesRule("unknown-kind", { ...share(1, 2), not: true });
    for (const gamma of ["1/2", null, {}, { numerator: 1, denominator: 2, of: 3 }]) {
      refusesRule("shape", { kind: "share", gamma });
    }
    for (const nothing of [null, undefined, "1/2", 2, []]) refusesRule("shape", nothing);
    refusesRule("shape", { kind: "any", rules: [null] });
    for (const m of [0, -1, 1.5, LIMITS.seats + 1]) {
      for (const rule of [
        share(1, 2),
        { kind: "at-least", flags: 1 },
        { kind: "auditor", auditor: 0 },
      ] as const) {
        refuses("range", () => bindPanelRule(rule, m));
      }
    }
    expect(bindPanelRule({ kind: "at-least", flags: 1 }, LIMITS.seats).counts).toBe(1);
  });

  test("has a limit of levels and parts, and a deep rule does not crash the program", () => {
    const nested = (levels: number) => {
      let rule: PanelRule = { kind: "auditor", auditor: 0 };
      for (let level = 1; level < levels; level++) rule = { kind: "any", rules: [rule] };
      return rule;
    };
    expect(bindPanelRule(nested(LIMITS.panelRuleDepth), 3).decides(new Set([0]))).toBe(true);
    refuses("panel-rule-too-large", () => bindPanelRule(nested(LIMITS.panelRuleDepth + 1), 3));
    refuses("panel-rule-too-large", () => bindPanelRule(nested(200_000), 3));
    const wide = (parts: number): PanelRule => ({
      kind: "any",
      rules: Array.from({ length: parts - 1 }, () => ({ kind: "at-least", flags: 1 })),
    });
    expect(bindPanelRule(wide(LIMITS.panelRuleParts), 3).namesAuditors).toBe(false);
    refuses("panel-rule-too-large", () => bindPanelRule(wide(LIMITS.panelRuleParts + 1), 3));
  });
});

describe("a panel under any rule", () => {
  // hundredths as integers, so that every comparison is exact
  const hundredth = fc.integer({ min: 0, max: 100 });
  const instance = panelAndRule.chain(([m, rule]) =>
    fc.record({
      m: fc.constant(m),
      rule: fc.constant(rule),
      distances: fc.array(hundredth, { minLength: m, maxLength: m }),
      alpha: fc.integer({ min: 0, max: 99 }),
      policies: fc.array(fc.tuple(hundredth, hundredth), { minLength: 1, maxLength: 12 }),
    }),
  );

  function judged(
    rule: PanelRule,
    [high, low]: readonly [number, number],
    alpha: number,
    flagged: readonly boolean[],
  ) {
    return decidePanel({
      chances: [hundredths(high), hundredths(low)],
      alpha: hundredths(alpha),
      rule,
      seatCount: flagged.length,
      flags: flagged.map((isFlag) => (isFlag ? [[0, 1] as const] : [])),
      pairRule: "average",
    }).violations;
  }

  test("equals one pivotal auditor on each pair, for any policy (Lemma 4.1)", () => {
    fc.assert(
      fc.property(instance, ({ m, rule, distances, alpha, policies }) => {
        // Fixed before any policy is used.
        const pivotal = pivotalAuditor(distances, bindPanelRule(rule, m));
        for (const [high, low] of policies) {
          const flagged = distances.map((d) => high - low > d + alpha);
          expect(judged(rule, [high, low], alpha, flagged).length === 1).toBe(flagged[pivotal]);
        }
      }),
    );
  });

  test("changes at the pivotal auditor's flag, as flags come in the order of distances", () => {
    fc.assert(
      fc.property(instance, ({ m, rule, distances }) => {
        const bound = bindPanelRule(rule, m);
        const order = distances
          .map((_, j) => j)
          .sort((a, b) => (distances[a] ?? 0) - (distances[b] ?? 0) || a - b);
        const flagging = new Set<number>();
        const turns = order.filter((auditor) => {
          const before = bound.decides(flagging);
          flagging.add(auditor);
          return !before && bound.decides(flagging);
        });
        expect(turns).toEqual([pivotalAuditor(distances, bound)]);
      }),
    );
  });

  test("depends on which auditor flags: a veto of auditor 1 and a chair's vote", () => {
    const rule: PanelRule = {
      kind: "all",
      rules: [
        { kind: "auditor", auditor: 0 },
        { kind: "at-least", flags: 2 },
      ],
    };
    const decided = (flagged: readonly boolean[]) => judged(rule, [90, 10], 20, flagged);
    expect(decided([false, true, true])).toEqual([]);
    expect(decided([true, false, false])).toEqual([]);
    expect(decided([true, false, true])).toEqual([{ high: 0, low: 1, flagCount: 2, weight: "1" }]);
  });

  test("needs a ballot from each seat if seats matter; an empty ballot is enough", () => {
    const ask = { chances: ["0.9", "0.1"], alpha: "0.2", seatCount: 2, pairRule: "average" } as const;
    const named: PanelRule = { kind: "any", rules: [{ kind: "auditor", auditor: 1 }] };
    refuses("shape", () => decidePanel({ ...ask, rule: named, flags: [[[0, 1]]] }));
    expect(decidePanel({ ...ask, rule: named, flags: [[[0, 1]], []] }).violations).toEqual([]);
    expect(
      decidePanel({ ...ask, rule: { kind: "at-least", flags: 1 }, flags: [[[0, 1]]] }).violations,
    ).toHaveLength(1);
  });
});
