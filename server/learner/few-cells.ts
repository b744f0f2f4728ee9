import { subsetSums, supersetSums, walshHadamard } from "./oracles/transforms.ts";
import type { HypothesisSpec } from "./spec/spec.ts";

/**
 * The totals of a class over all sets of predicates come from one sum of charges for each answer vector, and few of them
 * ever were of anybody: so a state of a million rules is stored as some hundreds of sums. All of it is exact.
 */

/** Half units: multiples of 2^-24 up to it are exact in doubles. */
const EXACT = 2 ** 29;

/** So many rules are stored as they are. */
const FEW_RULES = 4_096;

/**
 * The sums that totals come from.
 *
 *   conjunctions  L_{1+S} = Σ_{q ⊇ S} cell[q] · disjunctions  Σ_{q ∧ S ≠ 0} cell[q] · parities  Σ_{|q ∧ S| odd} cell[q]
 *
 * @param loss multiples of 2^-24: [1 + 2^n]
 * @returns answer vector and sum, one after the other, of those that are not 0; null where the class has no such form,
 *   where the totals take no more room, or where a number on the way would not be exact
 * Cost: O(n 2^n).
 */
export function cellsOf(hypotheses: HypothesisSpec, loss: Float64Array): Float64Array | null {
  if (loss.length < FEW_RULES) return null;
  const table = tableOf(hypotheses, loss);
  const cells = table && pairsOf(table);
  if (cells === null || sizeOf(cells) > EXACT) return null;
  const back = totalsOf(hypotheses, cells, loss.length);
  return back !== null && areEqual(back, loss) ? cells : null;
}

/** One number a vector of answers: [2^n]. */
function tableOf({ kind }: HypothesisSpec, loss: Float64Array): Float64Array | null {
  const total = loss[1] as number;
  const all = loss.length - 2;
  const table = new Float64Array(all + 1);
  if (kind === "conjunctions") {
    table.set(loss.subarray(1));
    eachBit(table, (bit) => {
      for (let i = 0; i < all; i = (i + bit + 1) & ~bit) {
        table[i] = (table[i] as number) - (table[i + bit] as number);
      }
    });
  } else if (kind === "disjunctions") {
    for (let S = 1; S <= all; S++) table[all ^ S] = total - (loss[1 + S] as number);
    table[all] = total;
    eachBit(table, (bit) => {
      for (let i = 0; i < all; i = (i + bit + 1) & ~bit) {
        table[i + bit] = (table[i + bit] as number) - (table[i] as number);
      }
    });
  } else if (kind === "parities") {
    table[0] = total;
    for (let S = 1; S <= all; S++) table[S] = total - 2 * (loss[1 + S] as number);
    eachBit(table, (bit) => {
      for (let i = 0; i < all; i = (i + bit + 1) & ~bit) {
        const [even, odd] = [table[i] as number, table[i + bit] as number];
        table[i] = (even + odd) / 2;
        table[i + bit] = (even - odd) / 2;
      }
    });
  } else return null;
  return table;
}

/** The steps of a transform, the last one first; each takes the vectors without its bit, i -> (i + bit + 1) & ~bit. */
function eachBit({ length }: Float64Array, step: (bit: number) => void): void {
  for (let bit = length / 2; bit >= 1; bit /= 2) step(bit);
}

/** Sums of these are at most so large. */
function sizeOf(cells: Float64Array): number {
  let size = 0;
  for (let i = 1; i < cells.length; i += 2) size += Math.abs(cells[i] as number);
  return size;
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function pairsOf(table: Float64Array): Float64Array | null {
  const pairs: number[] = [];
  for (let q = 0; q < table.length; q++) {
    if (table[q] === 0) continue;
    pairs.push(q, table[q] as number);
    if (pairs.length > table.length / 2) return null;
  }
  return Float64Array.from(pairs);
}

/**
 * The totals of such sums.
 *
 * @param cells as cellsOf returns them
 * @param size N
 * @returns [N]; null if the class has no such form, or a vector is none of it
 * Cost: O(n 2^n).
 */
export function totalsOf({ kind }: HypothesisSpec, cells: Float64Array, size: number): Float64Array | null {
  const table = new Float64Array(size - 1);
  for (let i = 0; i < cells.length; i += 2) {
    const q = cells[i] as number;
    if (!Number.isInteger(q) || q < 0 || q >= table.length) return null;
    table[q] = cells[i + 1] as number;
  }
  const loss = new Float64Array(size);
  const all = table.length - 1;
  if (kind === "conjunctions") loss.set(supersetSums(table), 1);
  else if (kind === "disjunctions") {
    const sums = subsetSums(table);
    loss[1] = sums[all] as number;
    for (let S = 1; S <= all; S++) loss[1 + S] = (sums[all] as number) - (sums[all ^ S] as number);
  } else if (kind === "parities") {
    const sums = walshHadamard(table);
    loss[1] = sums[0] as number;
    for (let S = 1; S <= all; S++) loss[1 + S] = ((sums[0] as number) - (sums[S] as number)) / 2;
  } else return null;
  return loss;
}
