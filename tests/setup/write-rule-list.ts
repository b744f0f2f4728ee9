import { joinRuleLines, type ListedConditions, ruleLine } from "#server/audit-log/rule-list.ts";
import type { Predicate } from "#server/learner/config/spec.ts";

/** Writes a list of rules as its text. */
export function writeRuleList(
  predicates: readonly Predicate[],
  rules: readonly ListedConditions[],
): Uint8Array {
  return joinRuleLines(predicates, rules.map(ruleLine));
}
