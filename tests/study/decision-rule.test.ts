import { describe, expect, it } from "vitest";
import { decisionRuleSchema } from "#server/audit-log/decision-rule-schema.ts";
import type { SelectionWay } from "#server/audit-log/panel-ways.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { decisionRuleIn } from "#server/study/settings/decision-rule.ts";
import { panelProblems } from "#server/study/settings/panel.ts";

const usual = newDraft("", 0).settings;
type Decision = SettingsDraft["decisionRule"];
const draft = (decision: Partial<Decision>, more: Partial<SettingsDraft> = {}): SettingsDraft => ({
  ...usual,
  ...more,
  decisionRule: { ...usual.decisionRule, ...decision },
});

describe("the rule of decision of a draft", () => {
  it.each<[Partial<Decision>, object]>([
    [{ kind: "share" }, { gamma: { numerator: 3, denominator: 5 } }],
    [{ kind: "every" }, { gamma: { numerator: 5, denominator: 5 } }],
    [{ kind: "any" }, { rule: { kind: "at-least", flags: 1 } }],
    [{ kind: "at-least" }, { rule: { kind: "at-least", flags: 3 } }],
    [{ kind: "member", seat: " s2 " }, { rule: { kind: "member", seat: "s2" } }],
    [{ kind: "weighted", weights: "s2=3" }, { rule: { weights: [{ seat: "s2", weight: 3 }] } }],
    [
      { kind: "groups", first: "s1,s2", second: "s3 s4", each: "2" },
      {
        rule: {
          groups: [
            ["s1", "s2"],
            ["s3", "s4"],
          ],
          flags: 2,
        },
      },
    ],
  ])("%o becomes %o of the settings", (decision, expected) => {
    const settings = draft(decision);
    expect(panelProblems(settings)).toEqual([]);
    const { gamma, rule } = decisionRuleIn(settings);
    expect({ gamma, rule }).toMatchObject(expected);
    if (rule !== undefined) expect(decisionRuleSchema.parse(rule)).toEqual(rule);
  });

  it.each<[Partial<Decision>, string, string]>([
    [{ kind: "member", seat: "Ann" }, "seat", "Expected a seat from s1 to s5, found “Ann”."],
    [{ kind: "member", seat: "s6" }, "seat", "Expected a seat from s1 to s5, found “s6”."],
    [{ kind: "member", seat: " " }, "seat", "Enter a seat from s1 to s5."],
    [{ kind: "weighted", weights: "" }, "weights", "Enter a seat from s1 to s5."],
    [
      { kind: "weighted", weights: "s1=0" },
      "weights",
      "Expected seats with whole weights from 1 to 100, such as s1=2, s4=3; found “s1=0”.",
    ],
    [{ kind: "weighted", weights: "s1=2 s1=3" }, "weights", "Seat s1 is there twice."],
    [{ kind: "groups", first: "s1 s2", second: "s2 s3" }, "second", "Seat s2 is in both groups."],
    [
      { kind: "groups", first: "s1", second: "s2 s3" },
      "first",
      "The group has 1 seat, fewer than the 2 that must agree.",
    ],
    [
      { kind: "groups", first: "s1", second: "s2", each: "0" },
      "each",
      "Expected a whole number from 1 to 5, found “0”.",
    ],
  ])("%o is refused at %s with a sentence", (decision, field, message) => {
    expect(panelProblems(draft(decision))).toEqual([
      { step: "settings", field: `decisionRule.${field}`, message },
    ]);
  });

  it("cannot name auditors if a lot or a rotation chooses the panel", () => {
    const chosen = (how: SelectionWay) => ({ panelSelection: { how, quotas: [] } });
    const problems = panelProblems(draft({ kind: "member", seat: "s1" }, chosen("rotation")));
    expect(problems.map(({ field }) => field)).toEqual(["decisionRule.kind"]);
    expect(panelProblems(draft({ kind: "member", seat: "s9" }, chosen("by-operator")))).toEqual([]);
  });
});
