import { neededFlags } from "#server/learner/panel/needed-flags.ts";

/** "above 2/5, up to 3/5": the shares that need r flags of m seats. */
export function gammaInterval(needed: number, seats: number): string {
  return `above ${needed - 1 === 0 ? "0" : `${needed - 1}/${seats}`}, up to ${needed === seats ? "1" : `${needed}/${seats}`}`;
}

/** A few other sizes of the panel, around the planned one. */
export function otherPanels(seats: number): number[] {
  return [seats - 2, seats - 1, seats + 1, seats + 2, 2 * seats].filter((m) => m >= 1 && m !== seats);
}

/** As they are typed. */
export type PanelNumbers = { readonly seats: string; readonly neededFlags: string; readonly quorum: string };

/**
 * The panel with another number of seats: as large a share of them must flag a pair, and no more ballots are expected than
 * there are seats.
 *
 * @param before whole numbers that fit each other
 * @returns with a sentence for whoever typed; null while that is no number of seats
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

/** What another number of needed flags leaves as it is. */
export function flagsSentence(before: string, { seats, neededFlags: now }: PanelNumbers): string {
  return `Seats stay ${seats}: a pair now needs ${now} of ${seats} flags, in place of ${before}.`;
}
