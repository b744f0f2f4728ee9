import { decisionRuleWords, neededInWords } from "#components/ui/decision-words.ts";
import { decisionOfSeats } from "#server/audit-log/decision-rule.ts";
import { seatIdOf } from "#server/audit-log/seats.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { decisionRuleIn } from "#server/study/settings/decision-rule.ts";

/** Words which flags report a pair on a panel of the planned auditors. Requires a rule without problems. */
export function plannedDecision(settings: SettingsDraft): string {
  const seatCount = Number(settings.seats);
  const decision = decisionOfSeats(decisionRuleIn(settings), seatCount);
  // auditors whom the rule names may come later where the operator chooses the panel
  if (decision === undefined) return ruleValue(settings);
  const seats = Array.from({ length: seatCount }, (_, place) => seatIdOf(place + 1));
  return neededInWords({ ...decision, seatCount, seats });
}

/** Words the rule of decision of a draft, for the list of changes. */
export function ruleValue(settings: SettingsDraft): string {
  return decisionRuleWords(decisionRuleIn(settings), Number(settings.seats));
}
