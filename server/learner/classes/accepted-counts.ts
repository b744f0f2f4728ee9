import type { Features } from "#server/learner/config/spec.ts";
import type { HypothesisClass } from "./class.ts";

/** A sum of up to 255 answers of 0 and 1 fits into a byte. */
const peopleAtOnce = 255;

/**
 * Counts how many of the given people each rule accepts: Σ_i h(x_i).
 *
 * @param people [n]
 * @returns [N], whole numbers from 0 to n
 * Cost: O(n N), four rules at a time: their answers are added up as the four bytes of one number.
 */
export function acceptedCounts(
  rules: Pick<HypothesisClass, "size" | "bits">,
  people: readonly Features[],
): Float64Array {
  const counts = new Float64Array(rules.size);
  const bytes = new Uint8Array(4 * Math.ceil(rules.size / 4));
  // Stryker disable next-line EqualityOperator: a further group without people adds nothing
  for (let first = 0; first < people.length; first += peopleAtOnce) {
    bytes.fill(0);
    for (const person of people.slice(first, first + peopleAtOnce)) addAnswers(bytes, rules.bits(person));
    // Stryker disable next-line EqualityOperator: a write outside a typed array is ignored
    for (let h = 0; h < counts.length; h++) counts[h] = (counts[h] as number) + (bytes[h] as number);
  }
  return counts;
}

/** @param bytes [N rounded up to fours], each at most 254 */
function addAnswers(bytes: Uint8Array, bits: Uint8Array): void {
  const fours = bits.length >> 2;
  const [sums, more] = [
    new Uint32Array(bytes.buffer, 0, fours),
    new Uint32Array(bits.buffer, bits.byteOffset, fours),
  ];
  for (let four = 0; four < fours; four++) sums[four] = (sums[four] as number) + (more[four] as number);
  // Stryker disable next-line EqualityOperator: places past the last rule are not counted
  for (let h = 4 * fours; h < bits.length; h++) bytes[h] = (bytes[h] as number) + (bits[h] as number);
}
