/**
 * Returns what rounding took from a + b (Neumaier's branch of Dekker's two-sum).
 *
 *   s + result = a + b  exactly, unless a + b overflows
 *
 * @param s fl(a + b)
 */
export function lostIn(a: number, b: number, s: number): number {
  return Math.abs(a) >= Math.abs(b) ? a - s + b : b - s + a;
}
