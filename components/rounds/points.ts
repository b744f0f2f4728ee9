/** "7" for 0.07, without the rounding of doubles. */
export function pointsOf(share: string): string {
  return String(Number((100 * Number(share)).toPrecision(12)));
}
