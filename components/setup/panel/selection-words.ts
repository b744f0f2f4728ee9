import * as t from "#messages/panelSelection.ts";
import * as lot from "#messages/stratifiedLot.ts";
import type { PanelSelection } from "#server/audit-log/panel-schemas.ts";
import type { SelectionWay } from "#server/audit-log/panel-ways.ts";
import { messageKey } from "#server/locale.ts";
import type { RoundPanel } from "#server/studies/round-panel.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { selectionOf } from "#server/study/settings/panel-selection.ts";

/** Returns the ways to choose a panel as options of a form. */
export function selectionChoices<Way extends SelectionWay>(offered: readonly Way[]) {
  return offered.map((value) => ({
    value,
    title: t.way({ how: messageKey(value) }),
    what: t.wayWhat({ how: messageKey(value) }),
  }));
}

/**
 * Says how panels are chosen.
 *
 * @param seats the number of auditors on a panel
 */
export function selectionReview(selection: PanelSelection, seats: number): string {
  const review = t.review({ how: messageKey(selection.how), size: seats });
  if (selection.how !== "stratified") return review;
  return t.withQuotas({ review, quotas: selection.quotas.map((quota) => lot.quota(quota)).join("; ") });
}

/** Says how a draft chooses panels, without its quotas while one is wrong. */
export function plannedSelection({ panelSelection, seats }: SettingsDraft): string {
  const selection = selectionOf(panelSelection, Number(seats));
  if (typeof selection !== "string") return selectionReview(selection, Number(seats));
  return t.review({ how: messageKey(panelSelection.how), size: Number(seats) });
}

type Chosen = Pick<RoundPanel, "how" | "memberCount" | "resting" | "leftOut">;

/**
 * Explains the panel of a round: how many of the members are on it, how they were chosen, and who was away.
 *
 * @param isDrawn false while its lot awaits a public number
 */
export function panelSentences(
  { how, memberCount, resting, leftOut }: Chosen,
  { seatCount, isDrawn }: { readonly seatCount: number; readonly isDrawn: boolean },
): string {
  const away = [...resting, ...leftOut].map(({ seat, reason }) =>
    t.away({ seat, reason: messageKey(reason) }),
  );
  const facts = { seats: seatCount, members: memberCount };
  return [isDrawn ? t.chosenPanel({ how: messageKey(how), ...facts }) : t.panelToDraw(facts), ...away].join(
    " ",
  );
}
