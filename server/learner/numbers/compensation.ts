/**
 * What rounding took from a + b (Neumaier's branch of Dekker's two-sum).
 *
 *   s + result = a + b  exactly, unless a + b overflows
 *
 * @param s fl(a + b)
 */
export function lostIn(a: number, b: number, s: number): number {
  return Math.abs(a) >= Math.abs(b) ? a - s + b : b - s + a;
}

/**
 * Adds to one of many running sums, with Neumaier's compensation: the error of a sum does not grow with the number of
 * values. The sum is totals[i] + compensation[i], up to the rounding of this one addition.
 *
 * @param totals       [n]; totals[i] is changed
 * @param compensation [n]; compensation[i] is changed
 */
export function addCompensated(
  totals: Float64Array,
  compensation: Float64Array,
  i: number,
  value: number,
): void {
  const before = totals[i] as number;
  const after = before + value;
  totals[i] = after;
  compensation[i] = (compensation[i] as number) + lostIn(before, value, after);
}
