import { neededFlags } from "#server/learner/panel/needed-flags.ts";

/** Describes the shares that need r flags of m seats: "above 2/5, up to 3/5". */
export function gammaInterval(needed: number, seats: number): string {
  return `above ${needed - 1 === 0 ? "0" : `${needed - 1}/${seats}`}, up to ${needed === seats ? "1" : `${needed}/${seats}`}`;
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
  const flags = `Needed flags are now ${numbers.neededFlags} of ${m}: the share of ${before.neededFlags} in ${before.seats}, rounded up.`;
  const quorum =
    numbers.quorum === before.quorum ? "" : ` The quorum went down to ${numbers.quorum} with the seats.`;
  return { numbers, sentence: `${flags}${quorum}` };
}

/** Describes what stays the same when the number of needed flags changes. */
export function flagsSentence(before: string, { seats, neededFlags: now }: PanelNumbers): string {
  return `Seats stay ${seats}: a pair now needs ${now} of ${seats} flags, in place of ${before}.`;
}
