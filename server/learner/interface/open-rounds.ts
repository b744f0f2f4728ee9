import { LearnerError } from "#server/learner/numeric/errors.ts";

/** A round that was opened and neither closed nor cancelled. */
export type OpenRound = {
  /** The number of its opening. */
  readonly t: number;
  /** Its expected picks minus those asked for; 0 unless picks are a number on average. */
  readonly ahead: number;
};

/**
 * Which rounds of a study are open. Openings are numbered 1, 2, 3 ...; closings and cancellations come in any order.
 * Cancelling the newest opening undoes it, as long as no round was closed or cancelled since: its number is free again.
 * Any other cancelled opening keeps its number, because later ones may depend on it.
 */
export type Openings<Round extends { readonly t: number } = OpenRound> = {
  /** How many openings nothing can undo any more: all numbers up to t, or up to t + 1 with the newest. */
  readonly t: number;
  /** In the order of their numbers. */
  readonly open: readonly Round[];
};

/** Returns the number of the next opening. */
export function nextNumber({ t, open }: Openings<{ readonly t: number }>): number {
  return Math.max(t, open.at(-1)?.t ?? 0) + 1;
}

/** Returns whether cancelling this round now undoes its opening. */
export function isUndoable({ t, open }: Openings<{ readonly t: number }>, round: number): boolean {
  return round === t + 1 && open.at(-1)?.t === round;
}

/** Adds an opening, which has the next number. The opening before it cannot be undone any more. */
export function withOpened<Round extends { readonly t: number }>(
  openings: Openings<Round>,
  round: Round,
): Openings<Round> {
  return { t: nextNumber(openings) - 1, open: [...openings.open, round] };
}

/**
 * Removes a round that is closed.
 *
 * @throws LearnerError "shape" unless it is open
 */
export function withClosed<Round extends { readonly t: number }>(
  openings: Openings<Round>,
  t: number,
): Openings<Round> {
  requireOpen(openings, t);
  return { t: nextNumber(openings) - 1, open: openings.open.filter((round) => round.t !== t) };
}

/**
 * Removes a round that is cancelled, and its number if that undoes the opening.
 *
 * @throws LearnerError "shape" unless it is open
 */
export function withCancelled<Round extends { readonly t: number }>(
  openings: Openings<Round>,
  t: number,
): Openings<Round> {
  const { open } = withClosed(openings, t);
  return { t: isUndoable(openings, t) ? openings.t : nextNumber(openings) - 1, open };
}

/** Finds an open round. @throws LearnerError "shape" unless it is open */
export function requireOpen<Round extends { readonly t: number }>(
  { open }: Openings<Round>,
  t: number,
): Round {
  const found = open.find((round) => round.t === t);
  if (found === undefined) throw new LearnerError("shape", `round ${t} is not open`);
  return found;
}
