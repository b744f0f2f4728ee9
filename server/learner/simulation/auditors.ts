import { LearnerError } from "../errors.ts";
import type { Column, Features } from "../spec.ts";

/** A made-up auditor: is it unfair that the first person's chance exceeds the second's by `gap`? */
export type SyntheticAuditor = (high: Features, low: Features, gap: number) => boolean;

/** What one unit of difference in a number column, or any difference in another column, adds to the distance. */
export type DistanceWeights = { readonly [column: string]: number };

/**
 * An auditor with a distance d_j over the features (Definition 2.1): flags a pair when
 *
 *   gap > alpha + d_j(x, x'),   d_j(x, x') = Σ_c w_c · |x_c - x'_c|
 *
 * with |x_c - x'_c| = 1 for unequal cells of a category or text column, and for a missing cell beside a present one.
 *
 * @param columns the study's columns, in the order of the features
 * @param weights by column name, >= 0, finite; a column that is not named has weight 0
 * @throws LearnerError "range" for a negative or infinite weight; "shape" for a column that does not exist
 */
export function distanceAuditor(
  columns: readonly Column[],
  weights: DistanceWeights,
  alpha: number,
): SyntheticAuditor {
  const known = new Set(columns.map((column) => column.name));
  for (const [name, weight] of Object.entries(weights)) {
    if (!known.has(name)) throw new LearnerError("shape", `there is no column ${JSON.stringify(name)}`);
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
      throw new LearnerError(
        "range",
        `the weight of ${JSON.stringify(name)} must be >= 0 and finite, not ${weight}`,
      );
    }
  }
  return (high, low, gap) => {
    let distance = 0;
    for (const [index, column] of columns.entries()) {
      const weight = weights[column.name] ?? 0;
      if (weight > 0) distance += weight * difference(column, high[index] ?? null, low[index] ?? null);
    }
    return gap > alpha + distance;
  };
}

function difference(column: Column, a: string | null, b: string | null): number {
  if (column.type === "number" && a !== null && b !== null) return Math.abs(Number(a) - Number(b));
  return a === b ? 0 : 1;
}
