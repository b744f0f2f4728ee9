import { checkTotals } from "./oracle.ts";

/** Rules 0 and 1 of a class over predicates, which stand beside the table of the other rules. */

/** Rule 0 of loss 0 before the others. */
export function withNone(losses: Float64Array): Float64Array {
  const totals = new Float64Array(1 + losses.length);
  totals.set(losses, 1);
  return checkTotals(totals);
}

/** Rules 0 and 1 in the places of "no one" and of the empty set. */
export function withEveryone(losses: Float64Array, history: Float64Array): Float64Array {
  const totals = new Float64Array(1 + losses.length);
  totals.set(losses, 1);
  totals[1] = sumOf(history);
  return checkTotals(totals);
}

/** The totals with the empty set's 0, that is rule 0, in the place of rule 1. */
export function emptySetFirst(totals: Float64Array): Float64Array {
  const moved = totals.slice();
  moved[1] = totals[0] as number;
  return moved;
}

/** Whether rule 0, which no noise touches, is as good as what was found among rules 1, 2, ... */
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

/** Plain sum in order. */
export function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
