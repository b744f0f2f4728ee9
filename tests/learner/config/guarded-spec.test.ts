import { describe, expect, test } from "vitest";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { GuardedSpec, LearnerSpec, Prior } from "#server/learner/config/spec.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { ftpl } from "#server/learner/ftpl/ftpl.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import { guardedSettings } from "#server/learner/guarded/settings.ts";
import type { LearnerErrorCode } from "#server/learner/numeric/errors.ts";
import { ftplSpec, guardedSpec, ixSpec, paperSpec, refuses, smallSpec } from "#tests/learner/fixtures.ts";

const settings = guardedSpec.guarded as GuardedSpec;
const withSetting = (change: Partial<GuardedSpec>): LearnerSpec => ({
  ...guardedSpec,
  guarded: { ...settings, ...change },
});

describe("a spec of mode guarded", () => {
  test.each<[string, Partial<GuardedSpec>]>([
    ["an allowance of almost nothing", { allowance: "1e-9" }],
    ["a step of 1", { step: "1" }],
    ["no start and a whole one", { tauStart: "0" }],
    ["a whole start", { tauStart: "1" }],
    [
      "settings at their upper end",
      { allowance: "1000", pace: "1000", trust: "1000", budget: "1000", forget: "1000" },
    ],
    ["a verdict that one opening enforces", { rememberFor: 1 }],
    ["a verdict that 10,000 enforce", { rememberFor: 10_000 }],
  ])("at its limits is accepted: %s", (_, change) => {
    expect(() => guarded.init(withSetting(change))).not.toThrow();
  });

  test.each<[LearnerErrorCode, Partial<GuardedSpec>]>([
    ["range", { allowance: "0" }],
    ["range", { allowance: "1000.1" }],
    ["range", { step: "0" }],
    ["range", { step: "1.01" }],
    ["range", { tauStart: "-0.1" }],
    ["range", { tauStart: "1.1" }],
    ["range", { pace: "0" }],
    ["range", { trust: "-3" }],
    ["range", { budget: "0" }],
    ["range", { forget: "0" }],
    ["range", { rememberFor: 0 }],
    ["range", { rememberFor: 10_001 }],
    ["range", { rememberFor: 2.5 }],
    ["not-a-decimal", { forget: "never" }],
    ["not-a-decimal", { allowance: "one" }],
    ["not-a-decimal", { pace: null as unknown as string }],
  ])("outside them is refused as %s: %o", (code, change) => {
    refuses(code, () => guarded.init(withSetting(change)));
  });

  test.each<[LearnerErrorCode, Partial<LearnerSpec>]>([
    ["pair-rule-undefined", { pairRule: "average" }],
    ["setting-unused", { rejectedHalves: "when-settled" }],
    ["setting-unused", { fairnessMultiplier: "2" }],
    ["setting-unused", { delta: "0.05" }],
    ["range", { alpha: "0.000009", eps: "0.000001" }],
    ["eps-outside-alpha", { eps: "0.3" }],
    ["unknown-kind", { draw: "one-rule" as "even" }],
  ])("with unknown values is refused as %s: %o", (code, change) => {
    refuses(code, () => guarded.init({ ...guardedSpec, ...change }));
  });

  test("is refused without its settings, which other modes refuse", () => {
    const { guarded: _, ...without } = guardedSpec;
    refuses("setting-missing", () => guarded.init(without));
    refuses("setting-missing", () => guardedSettings(without));
    refuses("setting-unused", () => exp2.init({ ...smallSpec, guarded: settings }));
    refuses("pair-rule-undefined", () => exp2.init({ ...smallSpec, pairRule: "all" }));
    refuses("unknown-kind", () => guarded.init(smallSpec));
  });

  test("is refused by FTPL, which has no weights", () => {
    refuses("needs-weights", () => ftpl.init({ ...ftplSpec, mode: "guarded" }));
  });

  test("needs no horizon, and may have one", () => {
    expect(() => guarded.init({ ...guardedSpec, horizon: 50, afterHorizon: "end" })).not.toThrow();
    expect(() => guarded.init({ ...guardedSpec, horizon: 50 })).not.toThrow();
  });
});

describe("the even draw of a spec", () => {
  test("needs Exp2, and is refused in mode paper", () => {
    for (const spec of [smallSpec, ixSpec]) expect(() => exp2.init({ ...spec, draw: "even" })).not.toThrow();
    refuses("setting-unused", () => exp2.init({ ...paperSpec, draw: "even" }));
  });
});

describe("the prior of a spec", () => {
  const constants: Prior = { kind: "constants", none: "0.25", all: "0.25" };
  const score: Prior = {
    ...constants,
    kind: "score",
    column: "score",
    keep: "0.2",
    rules: [{ rule: 3, weight: "2" }],
  };
  const records: Prior = {
    ...constants,
    kind: "records",
    count: 4,
    keep: "0.2",
    rate: "0.5",
    losses: Array(8).fill("0.5"),
  };

  test("is accepted by Exp2 in modes known, ix and guarded", () => {
    for (const prior of [constants, score, records]) {
      for (const spec of [smallSpec, ixSpec]) expect(() => exp2.init({ ...spec, prior })).not.toThrow();
      expect(() => guarded.init({ ...guardedSpec, prior })).not.toThrow();
    }
  });

  test("is refused without weights of all rules, or if the mode's proof excludes it", () => {
    refuses("needs-weights", () => exp2.init({ ...paperSpec, prior: constants }));
    refuses("needs-weights", () => ftpl.init({ ...ftplSpec, prior: constants }));
  });

  test.each<[LearnerErrorCode, Prior]>([
    ["prior-outside", { ...constants, none: "0.8" }],
    ["prior-outside", { ...constants, all: "-0.1" }],
    ["prior-outside", { ...constants, none: "1.1", all: "0" }],
    ["not-a-decimal", { ...constants, all: "half" }],
    ["unknown-kind", { ...constants, kind: "equal" as "constants" }],
    ["prior-outside", { ...score, keep: "1.5" }],
    ["prior-outside", { ...score, rules: [] }],
    ["prior-outside", { ...score, rules: [{ rule: 8, weight: "1" }] }],
    ["prior-outside", { ...score, rules: [{ rule: 1.5, weight: "1" }] }],
    ["prior-outside", { ...score, rules: [{ rule: 1, weight: "0" }] }],
    ["prior-outside", { ...score, rules: [score.rules, score.rules].flat() }],
    ["prior-outside", { ...records, count: 0 }],
    ["prior-outside", { ...records, rate: "0" }],
    ["prior-outside", { ...records, losses: ["1"] }],
    ["not-a-decimal", { ...records, losses: Array(8).fill("") }],
    ["class-too-large", { ...records, losses: Array(LIMITS.recordedRules + 1).fill("0") }],
  ])("outside its ranges is refused as %s: %o", (code, prior) => {
    refuses(code, () => guarded.init({ ...guardedSpec, prior }));
    refuses(code, () => exp2.init({ ...smallSpec, prior }));
  });
});
