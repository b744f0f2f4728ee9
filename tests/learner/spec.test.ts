import { describe, expect, test } from "vitest";
import type { LearnerErrorCode } from "#server/learner/errors.ts";
import { exp2 } from "#server/learner/exp2.ts";
import { DEFAULTS, defaultEps, LIMITS } from "#server/learner/params.ts";
import type { LearnerSpec } from "#server/learner/spec.ts";
import { paperSpec, refuses, smallSpec } from "./fixtures.ts";

describe("a spec", () => {
  test("with the defaults is accepted and survives JSON", () => {
    const spec: LearnerSpec = {
      ...smallSpec,
      mode: DEFAULTS.mode,
      kernel: DEFAULTS.kernel,
      eps: defaultEps("0.25"),
      alpha: "0.25",
      fairnessMultiplier: DEFAULTS.fairnessMultiplier,
      pairRule: DEFAULTS.pairRule,
      rejectedHalves: DEFAULTS.rejectedHalves,
      afterHorizon: DEFAULTS.afterHorizon,
    };
    expect(spec.eps).toBe("0.125");
    const again = JSON.parse(JSON.stringify(spec)) as LearnerSpec;
    expect(exp2.snapshot(exp2.init(again))).toEqual(exp2.snapshot(exp2.init(spec)));
    expect(() => exp2.init({ ...paperSpec, pairRule: DEFAULTS.paperPairRule })).not.toThrow();
  });

  test("at its limits is accepted", () => {
    const atLimits: Partial<LearnerSpec>[] = [
      { roundSize: 1 },
      { roundSize: LIMITS.roundSize, horizon: LIMITS.horizon },
      { horizon: null },
      { eps: "0.2" },
      { alpha: "0.999999999999", eps: "1e-9" },
    ];
    for (const change of atLimits) expect(() => exp2.init({ ...smallSpec, ...change })).not.toThrow();
    expect(() => exp2.init({ ...paperSpec, alpha: "0", eps: "0" })).not.toThrow();
  });

  const refused: [LearnerErrorCode, string, object][] = [
    ["unknown-kind", "another learner", { learner: "ftpl" }],
    ["unknown-kind", "another version", { version: 2 }],
    ["unknown-kind", "another kernel", { kernel: "wasm-1" }],
    ["unknown-kind", "another mode", { mode: "ix" }],
    ["unknown-kind", "another end", { afterHorizon: "repeat" }],
    ["unknown-kind", "another pair rule", { pairRule: "all" }],
    ["unknown-kind", "another moment of the halves", { rejectedHalves: "never" }],
    ["unknown-kind", "another column type", { columns: [{ name: "score", type: "date" }] }],
    ["unknown-kind", "another class", { hypotheses: { kind: "parities", version: 1 } }],
    ["shape", "two columns of one name", { columns: [smallSpec.columns[0], smallSpec.columns[0]] }],
    ["shape", "a column without a name", { columns: [...smallSpec.columns, { name: "", type: "text" }] }],
    ["range", "a round of nobody", { roundSize: 0 }],
    ["range", "half a person", { roundSize: 1.5 }],
    ["range", "a round too large", { roundSize: LIMITS.roundSize + 1 }],
    ["range", "no rounds", { horizon: 0 }],
    ["range", "a horizon too far", { horizon: LIMITS.horizon + 1 }],
    ["range", "alpha of 1", { alpha: "1" }],
    ["range", "alpha below 0", { alpha: "-0.1" }],
    ["range", "a multiplier of 0", { fairnessMultiplier: "0" }],
    ["range", "a multiplier below 0", { fairnessMultiplier: "-1" }],
    ["range", "a multiplier that is 0 as a double", { fairnessMultiplier: "1e-999" }],
    ["not-a-decimal", "alpha in words", { alpha: "a fifth" }],
    ["not-a-decimal", "eps with a blank", { eps: " 0.1" }],
    ["not-a-decimal", "an infinite multiplier", { fairnessMultiplier: "Infinity" }],
    ["eps-outside-alpha", "eps of 0, which would switch fairness off", { eps: "0" }],
    ["eps-outside-alpha", "eps above alpha by less than a double sees", { eps: "0.2000000000000000000001" }],
    ["eps-outside-alpha", "alpha of 0 in mode known", { alpha: "0" }],
    ["horizon-missing", "mode paper without T", { ...paperSpec, horizon: null }],
    ["horizon-missing", "mode paper going on after T", { ...paperSpec, afterHorizon: "anytime" }],
    ["pair-rule-undefined", "mode paper averaging", { ...paperSpec, pairRule: "average" }],
    [
      "class-too-large",
      "too many predicates",
      {
        hypotheses: {
          kind: "conjunctions",
          version: 1,
          predicates: Array.from({ length: 21 }, (_, i) => ({
            column: "score",
            test: "above",
            value: String(i),
          })),
        },
      },
    ],
  ];

  test.each(refused)("is refused as %s: %s", (code, _, change) => {
    refuses(code, () => exp2.init({ ...smallSpec, ...change } as LearnerSpec));
  });
});
