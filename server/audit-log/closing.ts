/**
 * How a round will close, recorded when it opens. "no-pairs": at once, because no pair can be judged. "deadline": by
 * itself at its deadline, or earlier once every seat has sealed. "from-deadline": by its operator, from its deadline on
 * or once every seat has sealed. "by-hand": whenever its operator ends it.
 */
export const closings = ["no-pairs", "deadline", "from-deadline", "by-hand"] as const;
export type Closing = (typeof closings)[number];

/**
 * The time after its deadline at which a round closes automatically, in milliseconds. An auditor who sealed at the last
 * moment has received the answer by then.
 */
export const closingGrace = 60_000;

/**
 * The time after the last ballot at which a round that all have sealed closes automatically, in milliseconds. Until then
 * auditors can replace their ballots.
 */
export const sealedGrace = 10 * 60_000;

/**
 * Returns when an open round closes by itself: {@link closingGrace} after its deadline, or {@link sealedGrace} after
 * all seats have sealed, whichever comes first.
 *
 * @param seats the current seats of its panel, with the times of their last ballots
 * @returns a time in UTC milliseconds; null if the round does not close by itself
 */
export function closingTime(
  { closing, deadlineAt }: { readonly closing: Closing; readonly deadlineAt: number | null },
  seats: readonly { readonly isRemoved: boolean; readonly sealedAt: number | null }[],
): number | null {
  if (closing !== "deadline" || deadlineAt === null) return null;
  const sitting = seats.filter(({ isRemoved }) => !isRemoved);
  const sealed = sitting.flatMap(({ sealedAt }) => sealedAt ?? []);
  const atDeadline = deadlineAt + closingGrace;
  if (sealed.length === 0 || sealed.length < sitting.length) return atDeadline;
  return Math.min(atDeadline, Math.max(...sealed) + sealedGrace);
}

/** Why a round closed at that time. "operator": at least one seat could still seal, and a person ended the round. */
export const closeReasons = ["no-pairs", "all-sealed", "deadline", "operator"] as const;
export type CloseReason = (typeof closeReasons)[number];

/**
 * How the people of a round were chosen: by the server in import order, by its operator by name, or by a random draw in
 * an audit.
 */
export const choices = ["in-order", "by-operator", "by-lot"] as const;
export type Chosen = (typeof choices)[number];

/** Returns the closing that a round's opening announces. */
export function announcedClosing(round: {
  /** Number of pairs that can be judged. */
  readonly pairCount: number;
  /** From the study's settings. */
  readonly closesWithoutPairs: boolean;
  readonly closesAtDeadline: boolean;
  readonly deadlineAt: number | null;
  /** Whether the panel of a round without such pairs is asked for tolerances by the next entry. */
  readonly asksTolerances: boolean;
}): Closing {
  if (round.pairCount === 0 && round.closesWithoutPairs && !round.asksTolerances) return "no-pairs";
  if (round.deadlineAt === null) return "by-hand";
  return round.closesAtDeadline ? "deadline" : "from-deadline";
}

/**
 * Returns why a round that closes at `at` closes. Once all seats have sealed, or from the deadline on, waiting changes
 * no draw, because no further ballot takes part. Before that, the person who closes the round chooses the moment.
 *
 * @param seats the current seats of its panel
 */
export function closeReason(
  round: { readonly closing: Closing; readonly deadlineAt: number | null },
  seats: readonly { readonly isRemoved: boolean; readonly hasSealed: boolean }[],
  at: number,
): CloseReason {
  if (round.closing === "no-pairs") return "no-pairs";
  const sitting = seats.filter(({ isRemoved }) => !isRemoved);
  if (sitting.length > 0 && sitting.every(({ hasSealed }) => hasSealed)) return "all-sealed";
  return round.deadlineAt !== null && at >= round.deadlineAt ? "deadline" : "operator";
}

/** Checks whether a round closed as its opening announced. */
export function isAsAnnounced(closing: Closing, reason: CloseReason): boolean {
  return (closing !== "deadline" && closing !== "from-deadline") || reason !== "operator";
}
