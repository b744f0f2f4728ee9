import { describe, expect, it } from "vitest";
import {
  ownSetting,
  readSetting,
  settingAddress,
  settingIn,
} from "#components/results/what-if/asked-setting.ts";
import { costInWords, notReplayed } from "#components/results/what-if/replay-words.ts";
import type { DecisionRule } from "#server/audit-log/decision-rule-schema.ts";

const study = { alpha: "0.2", gamma: { numerator: 2, denominator: 3 } };
const own = ownSetting(study, ["s1", "s2", "s3"]);
const panel = { alpha: "0.2", seats: ["s1", "s2", "s3"], mostSeats: 3 };
const read = (rule: string, limit: string) => readSetting({ rule, limit }, panel);

describe("the setting in the address", () => {
  it("is the study's by default, and then absent from the address", () => {
    expect(own).toEqual({ rule: "2/3", limit: "20" });
    expect(settingIn(new URLSearchParams(""), own)).toEqual(own);
    expect(settingAddress(own, own)).toBe("");
  });

  it.each([
    [{ kind: "at-least", flags: 2 }, "2"],
    [{ kind: "member", seat: "s2" }, "all(s2, 2/3)"],
    [{ kind: "member", seat: "s9" }, "2/3"],
    [{ kind: "weighted", weights: [{ seat: "s2", weight: 3 }] }, "weights(s1=1, s2=3, s3=1; 4)"],
    [
      { kind: "groups", groups: [["s1"], ["s2", "s3"]], flags: 1 },
      "all(weights(s1=1; 1), weights(s2=1, s3=1; 1))",
    ],
  ] as const)("is the typed form of the rule of decision %o", (rule, text) => {
    const { rule: typed } = ownSetting(
      { ...study, rule: structuredClone(rule) as DecisionRule },
      panel.seats,
    );
    expect(typed).toBe(text);
    expect(read(typed, "20").wrong).toBeNull();
  });

  it("is read back from the address exactly as typed, including signs and spaces", () => {
    for (const setting of [
      { rule: "any(s1, all(2, s3))", limit: "22.5" },
      { rule: "weights(s1=2; 1) &?#", limit: "" },
      { rule: "2/3", limit: "30" },
    ]) {
      expect(settingIn(new URLSearchParams(settingAddress(setting, own)), own)).toEqual(setting);
    }
  });
});

describe("typed values", () => {
  it("are read exactly", () => {
    expect(read("2", "22.5").setting).toEqual({ rule: { kind: "at-least", flags: 2 }, alpha: "0.225" });
    expect(read("s3", " 20 ").setting).toEqual({ rule: { kind: "auditor", auditor: 2 }, alpha: "0.2" });
    expect(read("1", "99.999999").setting?.alpha).toBe("0.99999999");
  });

  it.each([
    ["5", "20", { rule: "The largest panel had 3 seats, so no more flags can be needed." }],
    ["any(s1, 4)", "20", { rule: "The largest panel had 3 seats, so no more flags can be needed." }],
    ["s9", "20", { rule: "At character 3: “s9” is not a number of flags, a share, a seat or a rule." }],
    ["2", "19.9", { limit: "At least 20, the study’s own: pairs that are closer together were not judged." }],
    ["2", "100", { limit: "Enter less than 100: chances go from 0 to 100." }],
    ["2", "many", { limit: "Enter a number, such as 20 or 22.5." }],
    ["2", "2e1", { limit: "Enter a number, such as 20 or 22.5." }],
    ["", "", { rule: "At character 1: something is missing.", limit: "Enter a number, such as 20 or 22.5." }],
  ])("%s with %s is refused with a sentence", (rule, limit, wrong) => {
    expect(read(rule, limit)).toEqual({
      setting: null,
      wrong: { rule: undefined, limit: undefined, ...wrong },
    });
  });
});

describe("the cost of a replay", () => {
  it("is shown before it begins, in draws for FTPL", () => {
    const known = { mode: "known", ruleCount: 1_200, isListAside: false, theorems: null } as const;
    const exp2 = { ...known, kind: "exp2", drawn: null } as const;
    expect(costInWords(exp2, 40)).toContain("1,200 rules in each of 40 rounds");
    const ftpl = { ...known, kind: "ftpl", drawn: { rules: 1_000, looks: 1_200 } } as const;
    expect(costInWords(ftpl, 40)).toContain("40 rounds take 40,000 draws");
  });

  it("has a limit, above which a sentence replaces the button", () => {
    const exp2 = { ruleCount: 262_144, isListAside: false, drawn: null };
    expect(notReplayed(exp2, { rounds: 2_000, people: 2_000 * 20 })).toBeNull();
    expect(notReplayed(exp2, { rounds: 2_000, people: 2_000 * 200 })).toContain(
      "262,144 rules would each be applied to 400,000 people",
    );
    // Trees of depth 3 over 32 conditions: searching all 4 · 10^11 is impossible.
    const trees = { ruleCount: 440_118_379_522, isListAside: false, drawn: { rules: 1_000, looks: 131_072 } };
    expect(notReplayed(trees, { rounds: 500, people: 500 * 100 })).toBeNull();
    expect(notReplayed(trees, { rounds: 1_000, people: 1_000 })).toContain(
      "each of 1,000 rounds draws 1,000 rules, and each draw goes through 131,072 sums",
    );
  });

  it("is not shown if the rules are in a separate list, of any size", () => {
    const listed = { ruleCount: 10_003, isListAside: true, drawn: null };
    expect(notReplayed(listed, { rounds: 1, people: 1 })).toContain(
      "Not offered here: this study’s 10,003 rules",
    );
  });
});
