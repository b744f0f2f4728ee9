import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatNumber } from "#server/format.ts";
import { DEFAULTS, LIMITS } from "#server/learner/config/defaults.ts";
import type { GuardedSpec, LearnerSpec, Prior } from "#server/learner/config/spec.ts";
import { validateSpec } from "#server/learner/config/validate-spec.ts";
import { ftplSpec, guardedSpec, ixSpec, refuses, smallSpec } from "../fixtures.ts";

const pages = ["limits", "log-format", "log-format-classes", "log-format-learners", "log-format-guarded"]
  .map((name) => readFileSync(`docs/${name}.md`, "utf8"))
  .concat(readFileSync("server/learner/NOTATION.md", "utf8"))
  .join("\n")
  .replaceAll(/\s+/g, " ");

describe("a learner's limits", () => {
  it.each([
    `${formatNumber(2 * LIMITS.cuts + 2)}: ${formatNumber(LIMITS.cuts)} cut points, evenly spaced or listed, of which at most ${formatNumber(LIMITS.listedCuts)} are listed one by one`,
    `${formatNumber(LIMITS.numberedCuts)} cut points with FTPL, in mode \`guarded\` and with a start from past records or a score`,
    `at most ${formatNumber(LIMITS.scoreCuts)} cut points of a score`,
    `\`conjunctions\` | \`predicates\`, n <= ${LIMITS.predicates} |`,
    `\`signed-conjunctions\` | \`predicates\`, n <= ${LIMITS.signedPredicates} |`,
    `\`predicates\`, n <= ${LIMITS.listPredicates}; \`longest\` L, 1 ... ${LIMITS.listSteps} | at most ${formatNumber(LIMITS.enumeratedRules)} |`,
    `\`predicates\`, n <= ${LIMITS.treePredicates}; \`depth\` d, ${LIMITS.treeDepths.join(" or ")} |`,
    `\`predicates\`, n <= ${LIMITS.scorecardPredicates}; \`largestPoints\` W >= 1 | enumerated; (2W+1)^n 2^n <= 2^${Math.log2(LIMITS.scorecardWork)} |`,
    `\`rules\`, 1 ... ${formatNumber(LIMITS.listedRules)} |`,
    `\`count\` n, 1 ... ${formatNumber(LIMITS.hashedRules)};`,
    `${LIMITS.hashedLength} conditions in a rule, ${formatNumber(LIMITS.hashedPredicates)} different conditions`,
    `In all modes R is at most ${formatNumber(LIMITS.resampleCount)}`,
    `alpha of at least ${LIMITS.leastGuardedAlpha}`,
    `budget B and forget are in (0, ${LIMITS.guardedSetting}]`,
    `\`rememberFor\`, 1 ... ${formatNumber(LIMITS.rememberedOpenings)}`,
    `<= ${LIMITS.panelRuleDepth} levels, <= ${formatNumber(LIMITS.panelRuleParts)} parts`,
  ])("are stated on the pages: %s", (stated) => {
    expect(pages).toContain(stated);
  });

  it("are one below the first refused number", () => {
    const withinLimits: Partial<LearnerSpec>[] = [{ roundSize: 1_000 }, { horizon: 1_000_000_000 }];
    for (const change of withinLimits) expect(() => validateSpec({ ...smallSpec, ...change })).not.toThrow();
    const beyond: Partial<LearnerSpec>[] = [{ roundSize: 1_001 }, { horizon: 1_000_000_001 }];
    for (const change of beyond) refuses("range", () => validateSpec({ ...smallSpec, ...change }));
    expect(() => validateSpec({ ...ftplSpec, resampleCount: 1_000_000 })).not.toThrow();
    expect(() => validateSpec({ ...guardedSpec, alpha: "0.00001", eps: "0.00001" })).not.toThrow();
    const records = (count: number) =>
      validateSpec({ ...smallSpec, prior: { ...past, losses: Array(count).fill("0") } });
    expect(() => records(20_000)).not.toThrow();
    refuses("class-too-large", () => records(20_001));
    // The panel's limits: a share in millionths, ten thousand seats; chances of three digits if people are judged.
    expect([LIMITS.gammaDenominator, LIMITS.seats]).toEqual([1_000_000, 10_000]);
    expect([DEFAULTS.resampleCount, LIMITS.leastLiveResampleCount]).toEqual([1_000, 1_000]);
  });
});

const constants = { none: "0.25", all: "0.25" };
const past = { ...constants, kind: "records", count: 1, keep: "0.2", rate: "0.5", losses: ["0.5"] } as const;
const scored = {
  ...constants,
  ...{ kind: "score", column: "score", keep: "0.2", rules: [{ rule: 0, weight: "1" }] },
} as const;
const withPrior = (prior: object) => ({ ...smallSpec, prior: prior as Prior });
const withSetting = (change: Partial<GuardedSpec>) => ({
  ...guardedSpec,
  guarded: { ...(guardedSpec.guarded as GuardedSpec), ...change },
});

describe("a spec that is refused", () => {
  it.each<[string, LearnerSpec]>([
    ["roundSize 0 is not one of 1..1000", { ...smallSpec, roundSize: 0 }],
    ["horizon 0 is not one of 1..1000000000", { ...smallSpec, horizon: 0 }],
    ["resampleCount 0 is not one of 1..1000000", { ...ftplSpec, resampleCount: 0 }],
    ['alpha "some"', { ...smallSpec, alpha: "some" }],
    ['eps "some"', { ...smallSpec, eps: "some" }],
    ['fairnessMultiplier "some"', { ...smallSpec, fairnessMultiplier: "some" }],
    ['omegaMultiplier "some"', { ...ftplSpec, omegaMultiplier: "some" }],
    ['delta "some"', { ...ixSpec, delta: "some" }],
    ['none "some"', withPrior({ ...constants, kind: "constants", none: "some" })],
    ["none -0.1 is not in [0, 1]", withPrior({ ...constants, kind: "constants", none: "-0.1" })],
    ["all 1.1 is not in [0, 1]", withPrior({ kind: "constants", none: "0", all: "1.1" })],
    ["the constants have 0.25 + 0.76 of 1", withPrior({ ...constants, kind: "constants", all: "0.76" })],
    ["keep -1 is not in [0, 1]", withPrior({ ...past, keep: "-1" })],
    ["0 records", withPrior({ ...past, count: 0 })],
    ["1.5 records", withPrior({ ...past, count: 1.5 })],
    ['rate "fast"', withPrior({ ...past, rate: "fast" })],
    ['loss "much"', withPrior({ ...past, losses: ["much"] })],
    ['weight "much"', withPrior({ ...scored, rules: [{ rule: 0, weight: "much" }] })],
    ["rule -1", withPrior({ ...scored, rules: [{ rule: -1, weight: "1" }] })],
    ["allowance 0 is not above 0 to 1000", withSetting({ allowance: "0" })],
    ["step 1.1 is not above 0 to 1", withSetting({ step: "1.1" })],
    ["tauStart -1 is not from 0 to 1", withSetting({ tauStart: "-1" })],
    ["pace 1000.1 is not above 0 to 1000", withSetting({ pace: "1000.1" })],
    ["trust 1000.1 is not above 0 to 1000", withSetting({ trust: "1000.1" })],
    ["budget 1000.1 is not above 0 to 1000", withSetting({ budget: "1000.1" })],
    ["forget 1000.1 is not above 0 to 1000", withSetting({ forget: "1000.1" })],
    ["exp2 in mode paper draws one rule for everyone", { ...paper(), draw: "even" }],
    ["ftpl in mode known draws one rule for everyone", { ...ftplSpec, draw: "even" }],
  ])("gets a message with the reason: %s", (sentence, spec) => {
    expect(() => validateSpec(spec)).toThrow(sentence);
  });

  it("is accepted at its limits", () => {
    const taken: LearnerSpec[] = [
      withPrior({ kind: "constants", none: "0", all: "0" }),
      withPrior({ kind: "constants", none: "0.25", all: "0.75" }),
      withPrior({ kind: "constants", none: "1", all: "0" }),
      withPrior({ ...past, keep: "0" }),
      withPrior({ ...past, keep: "1" }),
      withPrior(scored),
      { ...smallSpec, pairRule: "most-flags" },
      { ...smallSpec, alpha: "0.1", eps: "0.1" },
    ];
    for (const spec of taken) expect(() => validateSpec(spec)).not.toThrow();
  });
});

function paper(): LearnerSpec {
  return { ...smallSpec, mode: "paper", pairRule: "largest-gap" };
}
