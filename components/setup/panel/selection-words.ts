import * as t from "#messages/panelSelection.ts";
import * as lot from "#messages/stratifiedLot.ts";
import type { RestReason, SelectionWay } from "#server/audit-log/panel-ways.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { readQuotas } from "#server/study/settings/panel-selection.ts";

const ways = {
  everyone: "everyone",
  "by-operator": "byOperator",
  "by-lot": "byLot",
  rotation: "rotation",
  stratified: "stratified",
} as const;

/** Reasons for a rest as the message catalogue names them. */
export const restReasonKeys = {
  "on-leave": "onLeave",
  unavailable: "unavailable",
  "own-request": "ownRequest",
} as const;

const reasons = { conflict: "conflict", ...restReasonKeys } as const;

/** Returns the ways to choose a panel as options of a form. */
export function selectionChoices<Way extends SelectionWay>(offered: readonly Way[]) {
  return offered.map((value) => ({
    value,
    title: t.way({ how: ways[value] }),
    what: t.wayWhat({ how: ways[value] }),
  }));
}

/** Says how a draft without problems chooses panels. */
export function selectionReview(settings: SettingsDraft): string {
  const { how, quotas } = settings.panelSelection;
  const size = Number(settings.seats);
  const review = t.review({ how: ways[how], size });
  const read = how === "stratified" ? readQuotas(quotas, size) : [];
  if (typeof read === "string" || read.length === 0) return review;
  return t.withQuotas({ review, quotas: read.map((quota) => lot.quota(quota)).join("; ") });
}

type Chosen = {
  readonly how: SelectionWay;
  readonly memberCount: number;
  readonly resting: readonly { readonly seat: string; readonly reason: RestReason }[];
  readonly leftOut: readonly { readonly seat: string; readonly reason: "conflict" }[];
};

/** Explains the panel of a round: how many of the members are on it, how they were chosen, and who was away. */
export function panelSentences({ how, memberCount, resting, leftOut }: Chosen, seats: number): string {
  const away = [...resting, ...leftOut].map(({ seat, reason }) => t.away({ seat, reason: reasons[reason] }));
  return [t.chosenPanel({ how: ways[how], seats, members: memberCount }), ...away].join(" ");
}
