/** s1, s2, ...: the log's names of a panel's seats, in the order in which they were added. */
export const seatIdPattern = /^s[1-9]\d*$/;

/** Returns the name of the seat that was added as number `ordinal`, from 1. */
export function seatIdOf(ordinal: number): string {
  return `s${ordinal}`;
}

/** Returns the number of a seat from its name, which matches {@link seatIdPattern}. */
export function seatNumberOf(seat: string): number {
  return Number(seat.slice(1));
}
