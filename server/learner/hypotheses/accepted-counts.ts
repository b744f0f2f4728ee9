import type { Features } from "#server/learner/spec/spec.ts";
import type { HypothesisClass } from "./class.ts";

/**
 * How many of some people each rule accepts: Σ_i h(x_i).
 *
 * @param people [n]
 * @returns [N], whole numbers from 0 to n
 * Cost: O(n N).
 */
export function acceptedCounts(rules: HypothesisClass, people: readonly Features[]): Float64Array {
  const counts = new Float64Array(rules.size);
  for (const person of people) {
    const bits = rules.bits(person);
    for (let h = 0; h < counts.length; h++) counts[h] = (counts[h] as number) + (bits[h] as number);
  }
  return counts;
}
