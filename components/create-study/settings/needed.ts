/** "above 2/5, up to 3/5": the shares that need r flags of m seats. */
export function gammaInterval(needed: number, seats: number): string {
  return `above ${needed - 1 === 0 ? "0" : `${needed - 1}/${seats}`}, up to ${needed === seats ? "1" : `${needed}/${seats}`}`;
}

/** A few other sizes of the panel, around the planned one. */
export function otherPanels(seats: number): number[] {
  return [seats - 2, seats - 1, seats + 1, seats + 2, 2 * seats].filter((m) => m >= 1 && m !== seats);
}
