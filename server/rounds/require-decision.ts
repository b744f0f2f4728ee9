import { countSeatsEver, listSeats } from "#db/queries/seats.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { decisionOfPanel, type RoundDecision } from "#server/audit-log/decision-rule.ts";
import type { DecisionRule } from "#server/audit-log/decision-rule-schema.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { seatNumberOf } from "#server/audit-log/seats.ts";
import { DomainError } from "#server/errors.ts";
import { formatList } from "#server/format.ts";

/** Returns how a panel decides under a study's rule. @throws DomainError "panel-cannot-decide" */
export async function requireDecision(
  db: Reader,
  { studyId, settings, panel }: { studyId: string; settings: StudySettings; panel: readonly string[] },
): Promise<RoundDecision> {
  const seated = new Set((await listSeats(db, studyId)).map(({ id }) => id));
  const count = await countSeatsEver(db, studyId);
  // A named seat above the count has not been taken yet, so it has not left.
  const hasLeft = (seat: string) => seatNumberOf(seat) <= count && !seated.has(seat);
  const decision = decisionOfPanel(settings.panel, { panel, hasLeft });
  if (decision !== undefined) return decision;
  throw new DomainError("panel-cannot-decide", whatIsMissing(settings.panel.rule, panel));
}

function whatIsMissing(rule: DecisionRule | undefined, panel: readonly string[]): string {
  if (rule?.kind === "member") return t.panelLacksMember({ seat: rule.seat });
  if (rule?.kind !== "groups") return t.panelTooSmall({ count: panel.length });
  return t.panelLacksGroup({ needed: rule.flags, groups: rule.groups.map(formatList).join("; ") });
}
