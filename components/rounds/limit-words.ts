import { formatPoints } from "#server/format.ts";
import type { Board } from "#server/rounds/read-round-details.ts";

/** Describes the limit of mode `guarded` in a round, and whether chances had to be moved for it. */
export function limitWords({
  limit,
  isMoved,
  isCut,
  baseSpread,
}: NonNullable<Board["round"]["guard"]>): string {
  const most = `In this round chances may lie at most ${formatPoints(limit)} points apart.`;
  if (!isMoved) return `${most} The policy alone kept to that.`;
  const moved = `The policy alone would have put these people ${formatPoints(baseSpread)} points apart, so all chances were moved closer together`;
  return isCut ? `${most} ${moved}, as far as the correction that was left allowed.` : `${most} ${moved}.`;
}
