import type { Charge } from "#server/learner/contract/estimators.ts";
import { type Ladders, placesOf } from "#server/learner/hypotheses/ladders.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import { type IntervalSums, type Runs, runsOf, totalsOfRules } from "./runs.ts";
import { batchesOf, type Totals } from "./totals.ts";
import { WaitingSums } from "./waiting-sums.ts";

/** Sums, and the runs that they make. */
type Summed = { readonly sums: IntervalSums; readonly runs: Runs };

/**
 * Adds charges, put on the grid first: exact, so in whatever order and however many at once.
 *
 * @returns new sums
 * @throws LearnerError "not-finite" on a charge; "range" if a total leaves the range in which sums are exact; "shape" and
 *   "not-a-decimal" on a person
 * Cost: O(sums + columns · charges · log cuts).  Source: NOTATION row "Exp2 update" (Thm 4.4).
 */
function addToIntervals(ladders: Ladders, before: IntervalSums, charges: readonly Charge[]): Summed {
  let sums = before;
  let runs: Runs | null = null;
  for (const people of batchesOf(charges)) {
    if (people.length === 0) continue;
    sums = merged(sums, newSums(ladders, people));
    runs = runsOf(ladders, sums);
  }
  return { sums, runs: runs ?? runsOf(ladders, sums) };
}

/** What each interval is charged, by its number, ascending. */
function newSums(ladders: Ladders, people: readonly Charge[]): [number, number][] {
  const sums = new Map<number, number>();
  for (const { individual, cost } of people) {
    for (const place of placesOf(ladders, individual)) {
      sums.set(place, (sums.get(place) ?? 0) + cost);
    }
  }
  return [...sums].sort(([a], [b]) => a - b);
}

function merged(sums: IntervalSums, more: readonly (readonly [number, number])[]): IntervalSums {
  const all = new Float64Array(sums.length + 2 * more.length);
  let [from, to] = [0, 0];
  const put = (place: number, sum: number) => {
    if (sum === 0) return;
    all[to++] = place;
    all[to++] = sum;
  };
  for (const [place, cost] of more) {
    let end = from;
    while (end < sums.length && (sums[end] as number) < place) end += 2;
    all.set(sums.subarray(from, end), to);
    to += end - from;
    from = end;
    const isThere = from < sums.length && sums[from] === place;
    put(place, cost + (isThere ? (sums[from + 1] as number) : 0));
    if (isThere) from += 2;
  }
  all.set(sums.subarray(from), to);
  return all.slice(0, to + sums.length - from);
}

/** The same with those that are 0: [intervals + 1] */
export function allSums({ intervalCount }: Ladders, sums: IntervalSums): Float64Array {
  const all = new Float64Array(intervalCount + 1);
  for (let at = 0; at < sums.length; at += 2) all[sums[at] as number] = sums[at + 1] as number;
  return all;
}

/**
 * @returns the sums as they stand
 * @throws LearnerError "snapshot-damaged" unless they are such sums of this class
 */
export function checkedSums({ intervalCount }: Ladders, sums: Float64Array): IntervalSums {
  let before = -1;
  for (let at = 0; at < sums.length; at += 2) {
    const [place = -1, sum = 0] = sums.subarray(at, at + 2);
    if (!Number.isInteger(place) || place <= before || place > intervalCount || sum === 0) {
      throw new LearnerError("snapshot-damaged", `a sum of ${sum} under ${place}, after ${before}`);
    }
    before = place;
  }
  return sums;
}

/** Interval sums to which charges are added when somebody reads them. */
export class WaitingIntervals implements Totals {
  readonly #ladders: Ladders;
  readonly #sums: WaitingSums<Summed>;

  private constructor(ladders: Ladders, sums: WaitingSums<Summed>) {
    this.#ladders = ladders;
    this.#sums = sums;
  }

  static of(ladders: Ladders, sums: IntervalSums = new Float64Array()): WaitingIntervals {
    const start = () => ({ sums, runs: runsOf(ladders, sums) });
    const add = (before: Summed, charges: readonly Charge[]) => addToIntervals(ladders, before.sums, charges);
    return new WaitingIntervals(ladders, new WaitingSums({ start, add }));
  }

  get sums(): IntervalSums {
    return this.#sums.settled.sums;
  }

  get runs(): Runs {
    return this.#sums.settled.runs;
  }

  /** L of every rule, made each time: [N]. */
  get loss(): Float64Array {
    return totalsOfRules(this.#ladders, this.runs);
  }

  /** @throws LearnerError as addToIntervals, when the sums are read */
  plus(charges: readonly Charge[]): WaitingIntervals {
    return charges.length === 0 ? this : new WaitingIntervals(this.#ladders, this.#sums.plus(charges));
  }
}
