import { z } from "zod";

/** Why a person was erased. */
export const erasureCauses = ["operator", "retention"] as const;

export type ErasureCause = (typeof erasureCauses)[number];

const day = 24 * 60 * 60_000;

/** The minimum number of days between a change of the retention period and a deletion, so that operators get a notice. */
export const noticeDays = 14;

/** The longest retention period, in days. */
export const longestRetention = 36_500;

/** The retention period: days after the end of a study until features of people are deleted. */
export const retentionDays = z.int().min(noticeDays).max(longestRetention);

/**
 * Returns when the features of all people of a study are due to be deleted: the days after its end, and not before 14
 * days after the last change. UTC milliseconds.
 */
export function featuresDueAt({
  endedAt,
  changedAt,
  days,
}: {
  readonly endedAt: number;
  readonly changedAt: number;
  readonly days: number;
}): number {
  return Math.max(endedAt + days * day, changedAt + noticeDays * day);
}
