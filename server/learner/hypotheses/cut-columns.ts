import type { Cut } from "#server/learner/spec/spec.ts";
import { checkHypothesis, checkPoint, type Separator } from "./class.ts";
import type { CutRules } from "./cut-rules.ts";

/** The cuts of one column, ascending, and the m + 1 intervals that they make of the line. */
export type CutColumn = {
  /** The column's position among the study's columns. */
  readonly position: number;
  /** Catalogue numbers of the cuts, ascending by value: [m]. */
  readonly order: readonly number[];
  /** Their values: [m]. Interval j is (values[j-1], values[j]], j = 0..m. */
  readonly values: Float64Array;
  /** The number of the column's interval 0 among all intervals. */
  readonly offset: number;
};

export type CutColumns = {
  /** In the order in which the cuts first name them. */
  readonly columns: readonly CutColumn[];
  /** All intervals: cuts + columns. */
  readonly intervalCount: number;
  /** By cut: the column it belongs to (position in `columns`) and its rank r there, from 1. */
  readonly columnOf: Int32Array;
  readonly rankOf: Int32Array;
};

/**
 * Sorts cuts by column and value.
 *
 * @param positions the column of each cut: [n]
 * @param values distinct within a column: [n]
 * Cost: O(n log n).
 */
export function cutColumns(positions: Int32Array, values: Float64Array): CutColumns {
  const byPosition = new Map<number, number[]>();
  for (const [i, position] of positions.entries()) {
    const cuts = byPosition.get(position);
    if (cuts === undefined) byPosition.set(position, [i]);
    else cuts.push(i);
  }
  const columnOf = new Int32Array(values.length);
  const rankOf = new Int32Array(values.length);
  let intervalCount = 0;
  const columns = [...byPosition].map(([position, cuts], c) => {
    const order = cuts.toSorted((a, b) => (values[a] as number) - (values[b] as number));
    for (const [rank, i] of order.entries()) {
      columnOf[i] = c;
      rankOf[i] = rank + 1;
    }
    const offset = intervalCount;
    intervalCount += order.length + 1;
    return { position, order, values: Float64Array.from(order, (i) => values[i] as number), offset };
  });
  return { columns, intervalCount, columnOf, rankOf };
}

/**
 * The interval that a number lies in: the number of cuts below it.
 *
 * @param cell a number; NaN (missing) lies in none and gives -1
 */
export function intervalOf({ values }: CutColumn, cell: number): number {
  if (Number.isNaN(cell)) return -1;
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cell <= (values[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * One context for each interval of each column: a person with a cell there and all other cells missing. One more than
 * cuts a column; without any cut one context, a person with nothing but missing cells.
 *
 * @param cuts for the words
 */
export function intervalSeparator(sorted: CutColumns, cuts: readonly Cut[], rules: CutRules): Separator {
  const size = Math.max(1, sorted.intervalCount);
  const columnAt = (point: number) => sorted.columns.findLast(({ offset }) => offset <= point);
  return {
    size,
    at(hypothesis, point) {
      checkHypothesis(hypothesis, rules.size);
      checkPoint(point, size);
      if (hypothesis < 2) return hypothesis === 1 ? 1 : 0;
      const i = rules.cutOf[hypothesis] as number;
      const column = sorted.columns[sorted.columnOf[i] as number];
      if (column === undefined) return 0;
      const interval = point - column.offset;
      if (interval < 0 || interval > column.order.length) return 0;
      const isLow = interval < (sorted.rankOf[i] as number);
      return isLow === (rules.isAbove[hypothesis] === 0) ? 1 : 0;
    },
    point(point) {
      checkPoint(point, size);
      const column = columnAt(point);
      if (column === undefined) return "all cells missing";
      const low = cuts[column.order[point - column.offset - 1] ?? -1];
      const high = cuts[column.order[point - column.offset] ?? -1];
      const name = low?.column ?? high?.column ?? "";
      return `${low === undefined ? "" : `${low.cut} < `}${name}${high === undefined ? "" : ` <= ${high.cut}`}`;
    },
  };
}
