import { decisionOfPanel, openedRule } from "#server/audit-log/decision-rule.ts";
import type { DecisionRule } from "#server/audit-log/decision-rule-schema.ts";
import type { Gamma, PanelRule } from "#server/learner/config/spec.ts";

/**
 * Returns a study's own rule of decision for its seats. Shares stay shares, so they fit panels of every size; weights
 * must reach their share of all seats.
 *
 * @param seats every seat of the study: the auditors of the rule are numbers in it
 */
export function ownRule(
  { gamma, rule }: { readonly gamma: Gamma; readonly rule?: DecisionRule },
  seats: readonly string[],
): PanelRule {
  const share = { kind: "share", gamma } as const;
  if (rule === undefined) return share;
  if (rule.kind === "at-least") return rule;
  if (rule.kind === "member") {
    const auditor = seats.indexOf(rule.seat);
    return auditor < 0 ? share : { kind: "all", rules: [{ kind: "auditor", auditor }, share] };
  }
  const decision = decisionOfPanel(
    { gamma, rule },
    { panel: seats, hasLeft: (seat) => !seats.includes(seat) },
  );
  return decision === undefined ? share : openedRule(decision);
}
