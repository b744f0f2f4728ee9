import { expect, test } from "vitest";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { panelRuleSentence, panelRuleText } from "#server/learner/panel/panel-rule-words.ts";
import { refuses } from "../fixtures.ts";

test("a rule of an unknown kind has no words", () => {
  const unknown = { kind: "majority" } as unknown as PanelRule;
  for (const rule of [unknown, { kind: "any", rules: [unknown] } as const]) {
    refuses("unknown-kind", () => panelRuleSentence(rule));
    refuses("unknown-kind", () => panelRuleText(rule));
  }
  expect(() => panelRuleText(unknown)).toThrow("majority");
});
