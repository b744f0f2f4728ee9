import type { Column, Features } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/** d_j of Definition 2.1: >= 0, need not be a metric. From 1 on, no gap of chances is unfair. */
export type Distance = (high: Features, low: Features) => number;

/** The distance of an auditor who sees nothing unfair: no gap exceeds 1 + α. */
export const NEVER_UNFAIR = 1;

/** What one unit of difference in a number column, or any difference in another column, adds to the distance. */
export type DistanceWeights = { readonly [column: string]: number };

/**
 * A weighted distance over what an auditor sees, with a cut-off.
 *
 *   D = Σ_c w_c · |x_c - x'_c|,   d(x, x') = D if D < cut-off, else NEVER_UNFAIR: too different to compare
 *
 * with |x_c - x'_c| = 1 for unequal cells of a category or text column, and for a missing cell against a present one.
 *
 * @param columns what the auditor sees, in the order of the cells
 * @param weights by column name, >= 0, finite; a column that is not named has weight 0
 * @param cutOff above 0; none if absent
 * @throws LearnerError "shape" for a column that does not exist
 */
export function weightedDistance(
  columns: readonly Column[],
  weights: DistanceWeights,
  cutOff = Number.POSITIVE_INFINITY,
): Distance {
  const terms = Object.entries(weights).map(([name, weight]) => ({ ...columnAt(columns, name), weight }));
  // in the order of the columns, so that sums do not depend on the order of the weights
  terms.sort((a, b) => a.position - b.position);
  return (high, low) => {
    let distance = 0;
    for (const { position, column, weight } of terms) {
      if (weight > 0) distance += weight * difference(column, high[position] ?? null, low[position] ?? null);
    }
    return distance < cutOff ? distance : NEVER_UNFAIR;
  };
}

/**
 * A distance made of one person's ratings: d_j(x, x') = |score_j(x) - score_j(x')| / range. It is a construction: an
 * auditor who rated single people was never asked about pairs. Two missing scores are alike; one missing score cannot
 * be compared.
 *
 * @param columns what the auditor sees
 * @param name the column of the scores, numbers
 * @param range the difference between the best and the worst score: above 0, finite
 * @throws LearnerError "shape" on an unknown column; "range" on a column without numbers
 */
export function scoreDistance(columns: readonly Column[], name: string, range: number): Distance {
  const { position, column } = columnAt(columns, name);
  if (column.type !== "number") {
    throw new LearnerError("range", `column ${JSON.stringify(name)} holds no numbers`);
  }
  return (high, low) => {
    const [a, b] = [high[position] ?? null, low[position] ?? null];
    if (a === null && b === null) return 0;
    return a === null || b === null ? NEVER_UNFAIR : Math.abs(Number(a) - Number(b)) / range;
  };
}

function columnAt(columns: readonly Column[], name: string): { position: number; column: Column } {
  const position = columns.findIndex((column) => column.name === name);
  const column = columns[position];
  if (column === undefined) throw new LearnerError("shape", `there is no column ${JSON.stringify(name)}`);
  return { position, column };
}

function difference(column: Column, a: string | null, b: string | null): number {
  if (column.type === "number" && a !== null && b !== null) return Math.abs(Number(a) - Number(b));
  return a === b ? 0 : 1;
}
