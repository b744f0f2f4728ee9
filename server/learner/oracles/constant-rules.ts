import { checkTotals } from "./oracle.ts";

/** Rules 0 and 1 of a class over predicates, which are not in the table of the other rules. */

/** Puts rule 0, with loss 0, before the others. */
export function withNone(losses: Float64Array): Float64Array {
  const totals = new Float64Array(1 + losses.length);
  totals.set(losses, 1);
  return checkTotals(totals);
}

/** Puts the losses of "no one" and of the empty set in the places of rules 0 and 1. */
export function withEveryone(losses: Float64Array, history: Float64Array): Float64Array {
  const totals = new Float64Array(1 + losses.length);
  totals.set(losses, 1);
  totals[1] = sumOf(history);
  return checkTotals(totals);
}

/** Returns the totals with the empty set's 0, that is rule 0, in the place of rule 1. */
export function emptySetFirst(totals: Float64Array): Float64Array {
  const moved = totals.slice();
  moved[1] = totals[0] as number;
  return moved;
}

/** Returns rule 0, which has no noise, if it is as good as the best found among rules 1, 2, ... */
export function orNone({ index, value }: { index: number; value: number }, totals: Float64Array): number {
  return (totals[0] as number) <= value ? 0 : 1 + index;
}

/** The best of rule 0 or 2, 3, ... (found) and of rule 1. */
export function orEveryone(
  { index, value }: { index: number; value: number },
  totals: Float64Array,
  noise: number,
): number {
  const everyone = (totals[1] as number) + noise;
  if (index === 0) return value <= everyone ? 0 : 1;
  return everyone <= value ? 1 : 1 + index;
}

/** Sums in order, without compensation. */
export function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
