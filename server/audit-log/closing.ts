/**
 * How a round will close, said when it opens: at once, because no pair can be judged; at its deadline by itself, or before
 * it once every seat has sealed; the same, but by its operator, from the deadline on; or whenever its operator ends it.
 */
export const closings = ["no-pairs", "deadline", "from-deadline", "by-hand"] as const;
export type Closing = (typeof closings)[number];

/** How long after its deadline a round closes by itself, in milliseconds: whoever sealed at the last moment has heard of it by then. */
export const closingGrace = 60_000;

/** Why a round closed when it did. "operator": somebody could still seal, and a person ended it. */
export const closeReasons = ["no-pairs", "all-sealed", "deadline", "operator"] as const;
export type CloseReason = (typeof closeReasons)[number];

/** Who chose the people of a round: the server in the order of their import, its operator by name, or the lot of an audit. */
export const choices = ["in-order", "by-operator", "by-lot"] as const;
export type Chosen = (typeof choices)[number];

/** What an opening says of its closing. */
export function announcedClosing(round: {
  /** Pairs that can be judged. */
  readonly pairCount: number;
  /** Of the study's settings. */
  readonly closesWithoutPairs: boolean;
  readonly closesAtDeadline: boolean;
  readonly deadlineAt: number | null;
}): Closing {
  if (round.pairCount === 0 && round.closesWithoutPairs) return "no-pairs";
  if (round.deadlineAt === null) return "by-hand";
  return round.closesAtDeadline ? "deadline" : "from-deadline";
}

/**
 * Why a round that closes at `at` closes. Once all have sealed, or from the deadline on, waiting changes no draw: no further
 * ballot takes part. Before that whoever closes picks the moment.
 *
 * @param seats on its panel, as it sits now
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

/** Whether a round closed as its opening had said. */
export function isAsAnnounced(closing: Closing, reason: CloseReason): boolean {
  return (closing !== "deadline" && closing !== "from-deadline") || reason !== "operator";
}
