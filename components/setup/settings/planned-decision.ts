import { decisionRuleWords } from "#components/ui/decision-rule-words.ts";
import { neededInWords } from "#components/ui/decision-words.ts";
import * as t from "#messages/decisionRules.ts";
import { decisionOfSeats } from "#server/audit-log/decision-rule.ts";
import { seatIdOf } from "#server/audit-log/seats.ts";
import { messageKey } from "#server/locale.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { decisionRuleIn } from "#server/study/settings/decision-rule.ts";
import { panelProblems } from "#server/study/settings/panel.ts";

/**
 * Words which flags report a pair on a panel of the planned auditors. Null while a value is wrong, and where the rule
 * names auditors who may come later, because the operator chooses the panel.
 */
export function plannedDecision(settings: SettingsDraft): string | null {
  const isWell = panelProblems(settings).length === 0;
  const seatCount = Number(settings.seats);
  const decision = isWell ? decisionOfSeats(decisionRuleIn(settings), seatCount) : undefined;
  if (decision === undefined) return null;
  const seats = Array.from({ length: seatCount }, (_, place) => seatIdOf(place + 1));
  return neededInWords({ ...decision, seatCount, seats });
}

/** Words the rule of decision of a draft for the list of changes; the kind of the rule while a value is wrong. */
export function ruleValue(settings: SettingsDraft): string {
  const { gamma, rule } = decisionRuleIn(settings);
  if (rule === undefined || panelProblems(settings).length > 0) {
    return t.kind({ kind: messageKey(settings.decisionRule.kind) });
  }
  return decisionRuleWords({ gamma, rule }, Number(settings.seats));
}
