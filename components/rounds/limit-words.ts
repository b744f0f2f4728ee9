import * as t from "#messages/rounds.ts";
import { formatPoints } from "#server/format.ts";
import type { Board } from "#server/rounds/read-round-details.ts";

/** Describes the limit of mode `guarded` in a round, and whether chances had to be moved for it. */
export function limitWords({
  limit,
  isMoved,
  isCut,
  baseSpread,
}: NonNullable<Board["round"]["guard"]>): string {
  const how = isMoved ? (isCut ? "cut" : "moved") : "kept";
  return t.limitNote({ how, limit: formatPoints(limit), spread: formatPoints(baseSpread) });
}

/** Whether a study's learner keeps the chances of a round within a limit that follows the reports. */
export function isGuarded(learner: { readonly learner: string; readonly mode?: string }): boolean {
  return learner.learner === "exp2" && learner.mode === "guarded";
}
