import * as t from "#messages/panelSelection.ts";
import type { RestReason, SelectionWay } from "#server/audit-log/panel-ways.ts";

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

/** Says in the review of a draft how panels will be chosen. */
export function selectionReview(how: SelectionWay, size: number): string {
  return t.review({ how: ways[how], size });
}

type Chosen = {
  readonly how: SelectionWay;
  readonly memberCount: number;
  readonly resting: readonly { readonly seat: string; readonly reason: RestReason }[];
  readonly leftOut: readonly { readonly seat: string; readonly reason: "conflict" }[];
};

/**
 * Explains the panel of a round: how many of the members are on it, how they were chosen, and who was away.
 *
 * @param isDrawn false while its lot awaits a public number
 */
export function panelSentences(
  { how, memberCount, resting, leftOut }: Chosen,
  { seatCount, isDrawn }: { readonly seatCount: number; readonly isDrawn: boolean },
): string {
  const away = [...resting, ...leftOut].map(({ seat, reason }) => t.away({ seat, reason: reasons[reason] }));
  const facts = { seats: seatCount, members: memberCount };
  return [isDrawn ? t.chosenPanel({ how: ways[how], ...facts }) : t.panelToDraw(facts), ...away].join(" ");
}
