import { describe, expect, test } from "vitest";
import { DEFAULTS, LIMITS } from "#server/learner/config/defaults.ts";
import { type LearnerSpec, learnerSpecSchema } from "#server/learner/config/spec.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { ftpl } from "#server/learner/ftpl/ftpl.ts";
import { halveDecimal } from "#server/learner/numeric/decimal.ts";
import type { LearnerErrorCode } from "#server/learner/numeric/errors.ts";
import { answerColumns, everyClass } from "#tests/learner/class-fixtures.ts";
import {
  ftplPaperSpec,
  ftplSpec,
  guardedSpec,
  ixSpec,
  paperSpec,
  refuses,
  smallSpec,
} from "#tests/learner/fixtures.ts";

describe("a spec", () => {
  test("with the defaults is accepted and restored from JSON", () => {
    const spec: LearnerSpec = {
      ...smallSpec,
      mode: DEFAULTS.mode,
      kernel: DEFAULTS.kernel,
      eps: halveDecimal("0.25"),
      alpha: "0.25",
      fairnessMultiplier: DEFAULTS.fairnessMultiplier,
      pairRule: DEFAULTS.pairRule,
      rejectedHalves: DEFAULTS.rejectedHalves,
      afterHorizon: DEFAULTS.afterHorizon,
    };
    expect(spec.eps).toBe("0.125");
    const again = JSON.parse(JSON.stringify(spec)) as LearnerSpec;
    expect(exp2.serialise(exp2.init(again))).toEqual(exp2.serialise(exp2.init(spec)));
    expect(() => exp2.init({ ...paperSpec, pairRule: DEFAULTS.paperPairRule })).not.toThrow();
  });

  test("is refused with more thresholds than numbers if each rule needs a number", () => {
    const range = { column: "score", from: "0", step: "0.01" };
    const withCuts = (count: number) =>
      ({
        kind: "thresholds",
        version: 1,
        cuts: [
          { column: "score", cut: "-1" },
          { ...range, count },
        ],
      }) as const;
    const many = withCuts(LIMITS.numberedCuts);
    expect(exp2.init({ ...smallSpec, hypotheses: many }).rules.size).toBe(2 * LIMITS.numberedCuts + 4);
    refuses("cuts-need-numbers", () => exp2.init({ ...guardedSpec, hypotheses: many }), {
      ...{ count: LIMITS.numberedCuts + 1, most: LIMITS.numberedCuts },
    });
    const picks = { rule: "exactly", count: "2" } as const;
    const counted = { ...smallSpec, draw: "even", picks, hypotheses: many } as const;
    refuses("cuts-need-numbers", () => exp2.init(counted));
    refuses("cuts-need-numbers", () => ftpl.init({ ...ftplSpec, hypotheses: many }));
    const shares = { none: "0.5", all: "0" };
    const constants = { ...smallSpec, prior: { ...shares, kind: "constants" }, hypotheses: many } as const;
    expect(() => exp2.init(constants)).not.toThrow();
    const prior = {
      ...shares,
      kind: "score",
      column: "score",
      keep: "0.2",
      rules: [{ rule: 3, weight: "1" }],
    } as const;
    refuses("cuts-need-numbers", () => exp2.init({ ...smallSpec, prior, hypotheses: many }));
    const few = withCuts(LIMITS.numberedCuts - 1);
    expect(() => exp2.init({ ...smallSpec, prior, hypotheses: few })).not.toThrow();
    expect(() => learnerSpecSchema.parse({ ...smallSpec, hypotheses: many })).not.toThrow();
  });

  test("with columns of each type is accepted", () => {
    const more = (["number", "category", "text"] as const).map((type) => ({ name: `a ${type}`, type }));
    expect(() => exp2.init({ ...smallSpec, columns: [...smallSpec.columns, ...more] })).not.toThrow();
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
    expect(() => exp2.init({ ...ixSpec, delta: "1e-300" })).not.toThrow();
  });

  test("is accepted by the log's schema exactly if its shape is right, for every class and learner", () => {
    const specs: LearnerSpec[] = [
      smallSpec,
      paperSpec,
      ixSpec,
      guardedSpec,
      ftplSpec,
      {
        ...ftplSpec,
        omegaMultiplier: DEFAULTS.heuristicOmegaMultiplier,
        resampleCount: DEFAULTS.resampleCount,
      },
      ftplPaperSpec,
      ...everyClass.map((hypotheses) => ({ ...ftplSpec, columns: answerColumns, hypotheses })),
    ];
    for (const spec of specs) {
      const stored = JSON.parse(JSON.stringify(spec));
      expect(learnerSpecSchema.parse(stored)).toEqual(stored);
      expect(learnerSpecSchema.safeParse({ ...stored, delta: undefined }).success).toBe(false);
      expect(learnerSpecSchema.safeParse({ ...stored, more: 1 }).success).toBe(false);
    }
    const nameless = { ...smallSpec, columns: [{ name: "", type: "text" }] };
    expect(learnerSpecSchema.safeParse(nameless).success).toBe(false);
    const ofDepth = (depth: number) => ({ kind: "trees", version: 1, predicates: [], depth });
    const depths = [1, 2, 3, 4].filter(
      (depth) => learnerSpecSchema.safeParse({ ...smallSpec, hypotheses: ofDepth(depth) }).success,
    );
    expect(depths).toEqual([2, 3]);
  });

  const refused: [LearnerErrorCode, string, object][] = [
    ["unknown-kind", "another learner", { learner: "ftpl", resampleCount: 1000 }],
    ["setting-unused", "R for Exp2", { resampleCount: 1000 }],
    ["setting-unused", "omega for Exp2", { omegaMultiplier: "16" }],
    ["unknown-kind", "another version", { version: 2 }],
    ["unknown-kind", "another kernel", { kernel: "wasm-1" }],
    ["unknown-kind", "another mode", { mode: "optimistic" }],
    ["unknown-kind", "another end", { afterHorizon: "repeat" }],
    ["unknown-kind", "another pair rule", { pairRule: "none" }],
    ["pair-rule-undefined", "the pair rule of mode guarded", { pairRule: "all" }],
    ["unknown-kind", "another moment of the halves", { rejectedHalves: "never" }],
    ["unknown-kind", "another column type", { columns: [{ name: "score", type: "date" }] }],
    ["unknown-kind", "another class", { hypotheses: { kind: "forests", version: 1 } }],
    ["shape", "two columns of one name", { columns: [smallSpec.columns[0], smallSpec.columns[0]] }],
    ["shape", "a column without a name", { columns: [...smallSpec.columns, { name: "", type: "text" }] }],
    ["range", "a round without people", { roundSize: 0 }],
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
    ["horizon-missing", "mode ix without T", { ...ixSpec, horizon: null }],
    ["horizon-missing", "mode ix going on after T", { ...ixSpec, afterHorizon: "anytime" }],
    ["eps-outside-alpha", "mode ix without eps", { ...ixSpec, eps: "0" }],
    ["setting-missing", "mode ix without delta", { mode: "ix" }],
    ["setting-unused", "a delta in mode known", { delta: "0.05" }],
    ["setting-unused", "a delta in mode paper", { ...paperSpec, delta: "0.05" }],
    ["not-a-decimal", "a delta in words", { ...ixSpec, delta: "rarely" }],
    ["delta-outside", "a delta of 0", { ...ixSpec, delta: "0" }],
    ["delta-outside", "a delta of 1", { ...ixSpec, delta: "1" }],
    ["range", "a delta so small that N/delta is infinite", { ...ixSpec, delta: "1e-320" }],
    ["delta-outside", "a delta that is 0 as a double", { ...ixSpec, delta: "1e-999" }],
    ["pair-rule-undefined", "mode paper averaging", { ...paperSpec, pairRule: "average" }],
    [
      "class-too-large",
      "too many predicates",
      {
        hypotheses: {
          kind: "conjunctions",
          version: 1,
          predicates: Array.from({ length: 25 }, (_, i) => ({
            column: "score",
            test: "above",
            value: String(i),
          })),
        },
      },
    ],
  ];

  const refusedFtpl: [LearnerErrorCode, string, object][] = [
    ["unknown-kind", "mode ix", { mode: "ix", delta: "0.05" }],
    ["unknown-kind", "Exp2", { learner: "exp2" }],
    ["horizon-missing", "no T", { horizon: null }],
    ["horizon-missing", "going on after T", { afterHorizon: "anytime" }],
    ["eps-outside-alpha", "eps of 0", { eps: "0" }],
    ["setting-missing", "no R", { resampleCount: undefined }],
    ["setting-unused", "a delta", { delta: "0.05" }],
    ["range", "R that makes no decimals", { resampleCount: 1001 }],
    ["range", "R below L = 10", { resampleCount: 8 }],
    ["range", "R too large", { resampleCount: 2 ** 20 }],
    ["range", "half a rule", { resampleCount: 12.5 }],
    ["range", "a multiplier of 0", { omegaMultiplier: "0" }],
    ["not-a-decimal", "a multiplier in words", { omegaMultiplier: "some" }],
    ["not-finite", "a multiplier that makes C infinite", { omegaMultiplier: "1e-320" }],
    ["setting-unused", "R in mode paper", { ...ftplPaperSpec, resampleCount: 1000 }],
    [
      "setting-unused",
      "a multiplier in mode paper",
      { ...ftplPaperSpec, resampleCount: undefined, omegaMultiplier: "2" },
    ],
    ["pair-rule-undefined", "averaging in mode paper", { ...ftplPaperSpec, pairRule: "average" }],
    [
      "range",
      "T for which mode paper needs too many rules",
      { ...ftplPaperSpec, resampleCount: undefined, horizon: 100_000_000 },
    ],
  ];

  test.each(refusedFtpl)("of FTPL is refused as %s: %s", (code, _, change) => {
    refuses(code, () => ftpl.init({ ...ftplSpec, ...change } as LearnerSpec));
  });

  test.each(refused)("is refused as %s: %s", (code, _, change) => {
    refuses(code, () => exp2.init({ ...smallSpec, ...change } as LearnerSpec));
  });
});
