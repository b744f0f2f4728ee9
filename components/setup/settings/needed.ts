import * as t from "#messages/setupSettings.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";

/** Returns the shares that need r flags of m seats: those above `from`, up to `to`. */
export function gammaInterval(needed: number, seats: number): { from: string; to: string } {
  return {
    from: needed === 1 ? "0" : `${needed - 1}/${seats}`,
    to: needed === seats ? "1" : `${needed}/${seats}`,
  };
}

/** Returns a few other panel sizes around the planned one. */
export function otherPanels(seats: number): number[] {
  return [seats - 2, seats - 1, seats + 1, seats + 2, 2 * seats].filter((m) => m >= 1 && m !== seats);
}

/** Values as typed. */
export type PanelNumbers = { readonly seats: string; readonly neededFlags: string; readonly quorum: string };

/**
 * Adapts the panel to another number of seats: the same share of them must flag a pair, and no more ballots are
 * expected than there are seats.
 *
 * @param before whole numbers that are consistent with each other
 * @returns the values with a sentence for the user; null while the number of seats is invalid
 */
export function withSeats(
  before: PanelNumbers,
  seats: string,
): { numbers: PanelNumbers; sentence: string } | null {
  const m = /^[1-9]\d{0,3}$/.test(seats.trim()) ? Number(seats) : null;
  if (m === null) return null;
  const share = { numerator: Number(before.neededFlags), denominator: Number(before.seats) };
  const numbers = {
    seats,
    neededFlags: String(neededFlags(share, m)),
    quorum: String(Math.min(Number(before.quorum), m)),
  };
  const flags = t.flagsNow({
    needed: numbers.neededFlags,
    seats: m,
    before: before.neededFlags,
    seatsBefore: before.seats,
  });
  const isSameQuorum = numbers.quorum === before.quorum;
  return { numbers, sentence: isSameQuorum ? flags : `${flags} ${t.quorumNow({ quorum: numbers.quorum })}` };
}

/** Describes what stays the same when the number of needed flags changes. */
export function flagsSentence(before: string, { seats, neededFlags: now }: PanelNumbers): string {
  return t.seatsStay({ seats, needed: now, before });
}
