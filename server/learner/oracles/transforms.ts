/**
 * Linear transforms of a table over bit vectors, each in n passes over 2^n numbers. Tables are indexed by the vector's
 * bits, bit b for predicate b. Sums run pass by pass, bit 0 first: that order is part of the kernel.
 */

/**
 * Superset sums: out[S] = Σ_{q ⊇ S} table[q].
 *
 * @param table [2^n]; not changed
 * @param sums the result array, filled with the table; it is overwritten
 * @returns sums
 * Cost: n 2^(n-1) additions.
 */
export function supersetSums(table: Float64Array, sums = table.slice()): Float64Array {
  for (let bit = 1; bit < sums.length; bit *= 2) {
    // Stryker disable next-line EqualityOperator: a write outside a typed array is ignored
    for (let start = 0; start < sums.length; start += 2 * bit) {
      for (let i = start; i < start + bit; i++) {
        sums[i] = (sums[i] as number) + (sums[i + bit] as number);
      }
    }
  }
  return sums;
}

/**
 * Subset sums: out[S] = Σ_{q ⊆ S} table[q].
 *
 * @param table [2^n]; not changed
 * @param sums the result array, filled with the table; it is overwritten
 * @returns sums
 * Cost: n 2^(n-1) additions.
 */
export function subsetSums(table: Float64Array, sums = table.slice()): Float64Array {
  for (let bit = 1; bit < sums.length; bit *= 2) {
    // Stryker disable next-line EqualityOperator: a write outside a typed array is ignored
    for (let start = 0; start < sums.length; start += 2 * bit) {
      for (let i = start; i < start + bit; i++) {
        sums[i + bit] = (sums[i + bit] as number) + (sums[i] as number);
      }
    }
  }
  return sums;
}

/**
 * Fast Walsh-Hadamard transform: out[S] = Σ_q (-1)^|S ∧ q| table[q].
 *
 * @param table [2^n]; not changed
 * @param sums as in supersetSums
 * @returns sums
 * Cost: n 2^n additions.
 */
export function walshHadamard(table: Float64Array, sums = table.slice()): Float64Array {
  for (let bit = 1; bit < sums.length; bit *= 2) {
    // Stryker disable next-line EqualityOperator: a write outside a typed array is ignored
    for (let start = 0; start < sums.length; start += 2 * bit) {
      for (let i = start; i < start + bit; i++) {
        const even = sums[i] as number;
        const odd = sums[i + bit] as number;
        sums[i] = even + odd;
        sums[i + bit] = even - odd;
      }
    }
  }
  return sums;
}

/**
 * Sums over all signed conjunctions: out[Σ_b d_b 3^b] = Σ of table[q] over the q with q_b = 1 where d_b = 1 and q_b = 0
 * where d_b = 2.
 *
 * @param table [2^n]; not changed
 * @returns [3^n]
 * Cost: O(3^n) additions.
 */
export function ternarySums(table: Float64Array): Float64Array {
  // after b passes: index = (bits b.. of q) · 3^b + (digits below b)
  let sums = table;
  for (let power = 1; 2 * power <= sums.length; power *= 3) {
    const next = new Float64Array((sums.length / 2) * 3);
    // Stryker disable next-line EqualityOperator: a write outside a typed array is ignored
    for (let from = 0, to = 0; from < sums.length; from += 2 * power, to += 3 * power) {
      for (let i = 0; i < power; i++) {
        const no = sums[from + i] as number;
        const yes = sums[from + power + i] as number;
        next[to + i] = no + yes;
        next[to + power + i] = yes;
        next[to + 2 * power + i] = no;
      }
    }
    sums = next;
  }
  return sums === table ? table.slice() : sums;
}
