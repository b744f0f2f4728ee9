/** s1, s2, ...: what the log calls the seats of a panel, in the order in which they were added. */
export const seatIdPattern = /^s[1-9]\d*$/;

/** The name of the seat that was added as number `ordinal`, from 1. */
export function seatIdOf(ordinal: number): string {
  return `s${ordinal}`;
}
