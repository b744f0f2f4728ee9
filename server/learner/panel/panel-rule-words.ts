import type { PanelRule } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/**
 * Words a rule as an English sentence, for the command line.
 *
 * @param rule a checked rule
 */
export function panelRuleSentence(rule: PanelRule): string {
  return `A pair is unfair if ${clause(rule)}.`;
}

/**
 * Writes a rule in a few characters, for the heads of tables: "2/3", "at-least 2", "auditor 1", "any(2/3; auditor 1)".
 * Different rules have different texts.
 *
 * @param rule a checked rule
 */
export function panelRuleText(rule: PanelRule): string {
  switch (rule.kind) {
    case "at-least":
      return `at-least ${rule.flags}`;
    case "share":
      return `${rule.gamma.numerator}/${rule.gamma.denominator}`;
    case "weighted":
      return `weighted(${rule.weights.join(" ")} >= ${rule.threshold})`;
    case "auditor":
      return numbered(rule.auditor);
    case "any":
    case "all":
      return `${rule.kind}(${rule.rules.map(panelRuleText).join("; ")})`;
    default:
      throw new LearnerError("unknown-kind", `there is no panel rule ${JSON.stringify(rule)}`);
  }
}

function numbered(auditor: number): string {
  return `auditor ${auditor + 1}`;
}

function clause(rule: PanelRule): string {
  switch (rule.kind) {
    case "at-least":
      return rule.flags === 1 ? "at least 1 auditor flags it" : `at least ${rule.flags} auditors flag it`;
    case "share":
      return `at least ${rule.gamma.numerator}/${rule.gamma.denominator} of the panel flag it`;
    case "weighted": {
      const weights = rule.weights.map((weight, auditor) => `${numbered(auditor)} ${weight}`).join(", ");
      return `the weights of the auditors who flag it sum to at least ${rule.threshold} (${weights})`;
    }
    case "auditor":
      return `${numbered(rule.auditor)} flags it`;
    case "any":
    case "all":
      return joined(rule.rules, rule.kind === "any" ? " or " : " and ");
    default:
      throw new LearnerError("unknown-kind", `there is no panel rule ${JSON.stringify(rule)}`);
  }
}

/** Joins rules; puts brackets around a rule that has an "or" or an "and" of its own. */
function joined(rules: readonly PanelRule[], word: string): string {
  const isPlain = (rule: PanelRule) => !("rules" in rule) || rule.rules.length === 1;
  return rules.map((rule) => (isPlain(rule) ? clause(rule) : `(${clause(rule)})`)).join(word);
}
