import type { Features } from "#server/learner/config/spec.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";

/** The type of a shown field, from the type of its column. */
export type FieldType = "number" | "category" | "text";

/** The distances between people in one shown field. */
export type FieldDistance = {
  /** The largest value minus the smallest; null for a field that is not a number, or if the range exceeds a double. */
  readonly range: number | null;
  /** Returns d_f of two positions, in [0, 1]. */
  readonly between: (one: number, other: number) => number;
};

/**
 * Returns the distances between people in each shown field.
 *
 *   d_f = |x_f - y_f| / (largest - smallest) for a number,  0 where the two texts are equal, else 1  for everything else
 *
 * A field counts 0 if both cells are empty, 1 if one is. A number that is the same for all, or whose range no
 * double holds, counts 0.
 *
 * @param cells of every person: [k][n], decimals in a field of numbers, null where empty
 * @param types of the fields: [n]
 * @returns [n]
 * @throws LearnerError "not-a-decimal"; "not-finite"
 * Cost: O(k n), and O(1) a field and pair.  Source: Gower, A General Coefficient of Similarity (1971).
 */
export function fieldDistances(cells: readonly Features[], types: readonly FieldType[]): FieldDistance[] {
  return types.map((type, field) => {
    const column = cells.map((row) => row[field] ?? null);
    return type === "number" ? numberField(column) : textField(column);
  });
}

/**
 * Returns Gower's distance between people of one round over the shown fields: how different their cards are.
 *
 *   d(x, y) = (1/n) sum over the fields of d_f,  d_f as in {@link fieldDistances}, over the people of the round
 *
 * Unlike in Gower's definition, empty cells are not left out, since a card shows empty cells too. Without fields all
 * people are alike. In doubles, in the order of the fields, so that the result is the same to the last bit everywhere.
 *
 * @param cells of every person in the round: [k][n], decimals in a field of numbers, null where empty
 * @param types of the fields: [n]
 * @returns d of two positions, in [0, 1]
 * @throws LearnerError "not-a-decimal"; "not-finite"
 * Cost: O(k n), and O(n) a pair.  Source: Gower, A General Coefficient of Similarity (1971).
 */
export function gowerDistance(
  cells: readonly Features[],
  types: readonly FieldType[],
): (one: number, other: number) => number {
  const fields = fieldDistances(cells, types);
  return (one, other) => {
    let sum = 0;
    for (const { between } of fields) sum += between(one, other);
    return fields.length === 0 ? 0 : sum / fields.length;
  };
}

function textField(column: readonly (string | null)[]): FieldDistance {
  return { range: null, between: (one, other) => (column[one] === column[other] ? 0 : 1) };
}

function numberField(column: readonly (string | null)[]): FieldDistance {
  const values = column.map((cell) => (cell === null ? null : parseNumber(cell)));
  const known = values.filter((value) => value !== null);
  const range =
    known.reduce((a, b) => Math.max(a, b), -Infinity) - known.reduce((a, b) => Math.min(a, b), Infinity);
  const isUsable = range > 0 && range < Infinity;
  return {
    range: isUsable ? range : null,
    between: (one, other) => {
      const [a = null, b = null] = [values[one], values[other]];
      if (a === null || b === null) return a === b ? 0 : 1;
      return isUsable ? Math.abs(a - b) / range : 0;
    },
  };
}
