import * as t from "#messages/rounds.ts";
import type { Gamma } from "#server/learner/config/spec.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";

/** Formats how many of the panel's seats must flag a pair, such as "3 of 5"; without seats, the share. */
export function neededOf(gamma: Gamma, seatCount: number): string {
  if (seatCount === 0) return t.neededShare({ share: `${gamma.numerator}/${gamma.denominator}` });
  return t.ofSeats({ needed: neededFlags(gamma, seatCount), seats: seatCount });
}
