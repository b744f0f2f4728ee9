import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Predicate } from "#server/learner/config/spec.ts";
import { bindQuestions } from "../classes/answers.ts";
import { decisionListCatalogue } from "../classes/decision-lists.ts";
import type { ListCatalogue } from "../classes/list-catalogue.ts";
import { argmin, checkTotals, type Oracle } from "./oracle.ts";
import { ternarySums } from "./transforms.ts";

/**
 * Decision lists: all of them are scanned. The cost of "step i decides" is looked up, not summed over people.
 *
 *   L(h) = Σ_i v_i W(not a_1 .. not a_{i-1}, a_i) + (1 - v_m) W(not a_1 .. not a_m),  W the ternary sums of the history
 *   noise(h): likewise with Z(a_i first) = row(a_i) - Σ_{j<i} pair(a_j, a_i), row(a) = z_a + Σ_b pair(a, b)
 *
 * Cost: O(3^n + N m) per history, O(n² + N m²) per call.
 */
export function decisionListOracle(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  longest: number,
): Oracle {
  const { answers, count } = bindQuestions(columns, predicates, LIMITS.listPredicates);
  const catalogue = decisionListCatalogue(count, longest);
  return {
    size: catalogue.size,
    cellCount: 2 ** count,
    cells: (individual) => [answers(individual)],
    transformHistory: (history) => checkTotals(listLosses(catalogue, ternarySums(history))),
    search(totals) {
      const sums = new Float64Array(totals.length);
      return (noise) => {
        sums.set(totals);
        addListNoise(catalogue, count, noise, sums);
        return argmin(sums);
      };
    },
  };
}

function listLosses({ size, longest, steps }: ListCatalogue, sums: Float64Array): Float64Array {
  const totals = new Float64Array(size);
  totals[1] = sums[0] as number;
  for (let h = 2; h < size; h++) {
    // the digits of "none of the literals so far"
    let refused = 0;
    let loss = 0;
    let answer = 0;
    for (let i = h * longest; i < (h + 1) * longest; i++) {
      const step = steps[i] as number;
      if (step < 0) break;
      answer = step & 1;
      const literal = step >> 1;
      const power = 3 ** (literal >> 1);
      const holds = literal & 1 ? 2 : 1;
      if (answer === 1) loss += sums[refused + holds * power] as number;
      refused += (3 - holds) * power;
    }
    totals[h] = answer === 1 ? loss : loss + (sums[refused] as number);
  }
  return totals;
}

function addListNoise(
  { size, longest, steps }: ListCatalogue,
  count: number,
  noise: Float64Array,
  sums: Float64Array,
): void {
  const { rows, pairs, total } = pairNoise(count, noise);
  const width = 2 * count;
  sums[1] = (sums[1] as number) + total;
  for (let h = 2; h < size; h++) {
    const start = h * longest;
    let decided = 0;
    let loss = 0;
    let answer = 0;
    for (let i = start; i < start + longest; i++) {
      const step = steps[i] as number;
      if (step < 0) break;
      answer = step & 1;
      const literal = step >> 1;
      let first = rows[literal] as number;
      for (let j = start; j < i; j++) first -= pairs[((steps[j] as number) >> 1) * width + literal] as number;
      decided += first;
      if (answer === 1) loss += first;
    }
    sums[h] = (sums[h] as number) + (answer === 1 ? loss : loss + (total - decided));
  }
}

/**
 * Returns the noise of the separator's contexts by literal and by pair of literals; see listSeparator for their order.
 */
function pairNoise(count: number, noise: Float64Array) {
  const width = 2 * count;
  const rows = noise.slice(1, 1 + width);
  const pairs = new Float64Array(width * width);
  let total = 0;
  for (const z of noise) total += z;
  let next = 1 + width;
  for (let a = 0; a < width; a++) {
    for (let b = (a | 1) + 1; b < width; b++) {
      const z = noise[next] as number;
      next += 1;
      pairs[a * width + b] = z;
      pairs[b * width + a] = z;
      rows[a] = (rows[a] as number) + z;
      rows[b] = (rows[b] as number) + z;
    }
  }
  return { rows, pairs, total };
}
