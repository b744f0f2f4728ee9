import {
  eachPart,
  type Ladder,
  type Ladders,
  rulesACut,
  type Stretch,
} from "#server/learner/classes/ladders.ts";
import { LARGEST_TOTAL } from "#server/learner/numeric/cost-grid.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/**
 * The charges of thresholds by interval: the number of an interval and its sum, one after the other, ascending by
 * number, for the intervals whose sum is not 0. After all intervals, under their count as the number, follows the sum
 * of all charges, which is the loss of the rule that accepts everyone. So a state grows with the charged people, not
 * with the cuts.
 *
 *   L(<= v_r) = Σ of the intervals below r,  L(> v_r) = Σ of the others of the column
 */
export type IntervalSums = Float64Array;

/**
 * Consecutive cuts of one column, with the same rules each, whose rules have the same totals: R runs in catalogue
 * order.
 */
export type Runs = {
  /** The running count of runs by column: those of column c are starts[c]..starts[c+1]-1. [columns + 1] */
  readonly starts: Int32Array;
  /** By run: the number of its first rule, its number of cuts, the rank of the first cut. [R] each */
  readonly rule: Float64Array;
  readonly count: Float64Array;
  readonly first: Float64Array;
  /** By run: which rules a cut makes. [R] */
  readonly side: Uint8Array;
  /** L of rules 0 and 1, then by run of a rule `<=` and of a rule `>`; for a run's only rule, twice that. [2 + 2R] */
  readonly totals: Float64Array;
};

export const SIDES = { both: 0, "at-most": 1, above: 2 } as const;

/**
 * Returns the runs into which sums divide the cuts.
 *
 * @param isApart whether each cut is to be a run of its own
 * @throws LearnerError "range" if a total, or what it would be on the other side of its cut, is beyond LARGEST_TOTAL
 * Cost: O(sums + stretches), or O(cuts).
 */
export function runsOf(ladders: Ladders, sums: IntervalSums, isApart = false): Runs {
  const { columns, stretches, cutCount, intervalCount } = ladders;
  const most = isApart ? cutCount : Math.min(cutCount, sums.length / 2 + stretches.length);
  const runs = {
    starts: new Int32Array(columns.length + 1),
    rule: new Float64Array(most),
    count: new Float64Array(most),
    first: new Float64Array(most),
    side: new Uint8Array(most),
    totals: new Float64Array(2 + 2 * most),
  };
  const isAll = sums.length > 0 && sums[sums.length - 2] === intervalCount;
  runs.totals[1] = bounded(isAll ? (sums[sums.length - 1] as number) : 0);
  let [made, at] = [0, 0];
  for (const [c, ladder] of columns.entries()) {
    const own = sumsIn(ladder, sums, at);
    at += 2 * own.intervals.length;
    const put = (stretch: Stretch, from: number, to: number, below: number) => {
      runs.rule[made] = stretch.rule + rulesACut(stretch) * (from - stretch.first);
      runs.count[made] = to - from;
      runs.first[made] = from;
      runs.side[made] = SIDES[stretch.side];
      const [low, high] = [bounded(below), bounded(own.all - below)];
      runs.totals[2 + 2 * made] = stretch.side === "above" ? high : low;
      runs.totals[3 + 2 * made] = stretch.side === "at-most" ? low : high;
      made += 1;
    };
    let [below, taken] = [0, 0];
    eachPart(ladder, own.intervals, (stretch, from, to, seen) => {
      while (taken < seen) below += own.sums[taken++] as number;
      if (!isApart) put(stretch, from, to, below);
      else for (let rank = from; rank < to; rank += 1) put(stretch, rank, rank + 1, below);
    });
    runs.starts[c + 1] = made;
  }
  return {
    starts: runs.starts,
    rule: runs.rule.subarray(0, made),
    count: runs.count.subarray(0, made),
    first: runs.first.subarray(0, made),
    side: runs.side.subarray(0, made),
    totals: runs.totals.subarray(0, 2 + 2 * made),
  };
}

/** Returns the intervals of one column that have a sum, from a position in the sums on. */
function sumsIn({ offset, count }: Ladder, sums: IntervalSums, from: number) {
  let end = from;
  let all = 0;
  while (end < sums.length && (sums[end] as number) <= offset + count) {
    all += sums[end + 1] as number;
    end += 2;
  }
  const intervals = new Float64Array((end - from) / 2);
  const own = new Float64Array(intervals.length);
  for (let i = 0; i < intervals.length; i += 1) {
    intervals[i] = (sums[from + 2 * i] as number) - offset;
    own[i] = sums[from + 2 * i + 1] as number;
  }
  return { intervals, sums: own, all };
}

function bounded(total: number): number {
  if (Math.abs(total) <= LARGEST_TOTAL) return total + 0;
  throw new LearnerError("range", `the loss of a rule is beyond ${LARGEST_TOTAL}`);
}

/** L of every rule: [N]. Cost: O(N). */
export function totalsOfRules(ladders: Ladders, { rule, count, side, totals }: Runs): Float64Array {
  const loss = new Float64Array(ladders.size);
  loss[1] = totals[1] as number;
  // Stryker disable next-line EqualityOperator: there is no count past the last run
  for (let run = 0; run < rule.length; run += 1) {
    const [low, high] = [totals[2 + 2 * run] as number, totals[3 + 2 * run] as number];
    const start = rule[run] as number;
    const cuts = count[run] as number;
    if (side[run] !== SIDES.both) {
      loss.fill(low, start, start + cuts);
      continue;
    }
    for (let h = start; h < start + 2 * cuts; h += 2) {
      loss[h] = low;
      loss[h + 1] = high;
    }
  }
  return loss;
}
