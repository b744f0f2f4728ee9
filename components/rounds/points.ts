/** Converts a share to points without floating-point rounding: "7" for 0.07. */
export function pointsOf(share: string): string {
  return String(Number((100 * Number(share)).toPrecision(12)));
}
