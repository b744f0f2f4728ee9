/**
 * Lists the literals of every signed rule. For c = Σ_b d_b 3^b, bit 2b is set if d_b = 1 and bit 2b+1 if d_b = 2.
 *
 * @param count n <= 12
 * @returns [3^n]
 * Cost: O(3^n).
 */
export function ternaryLiterals(count: number): Int32Array {
  const literals = new Int32Array(3 ** count);
  let filled = 1;
  for (let b = 0; b < count; b++) {
    // digits 1 and 2 of predicate b on top of all rules over the predicates before it
    for (let digit = 1; digit <= 2; digit++) {
      for (let c = 0; c < filled; c++) {
        literals[digit * filled + c] = (literals[c] as number) | (digit << (2 * b));
      }
    }
    filled *= 3;
  }
  return literals;
}
