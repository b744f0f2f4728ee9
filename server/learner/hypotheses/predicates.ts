import { parseNumber } from "../decimal.ts";
import { LearnerError } from "../errors.ts";
import type { Column, Features, Predicate } from "../spec.ts";
import { columnPosition, numberCell, numberColumnPosition } from "./cells.ts";

/** A predicate bound to its column: a yes/no question about one person. */
export type BoundPredicate = {
  readonly holds: (individual: Features) => boolean;
  readonly words: string;
};

/**
 * Binds a predicate to the study's columns.
 *
 *   at-most: x_c <= v    above: x_c > v    (numbers, compared as doubles)
 *   is: x_c = v          is-not: x_c ≠ v   (the cell's text, compared exactly, also in number columns)
 *
 * A missing cell answers no to each of the four, `is-not` included.
 *
 * @throws LearnerError "range" on an unknown column or a test the column cannot answer; "not-a-decimal"
 */
export function bindPredicate(columns: readonly Column[], predicate: Predicate): BoundPredicate {
  const { column, test, value } = predicate;
  switch (test) {
    case "at-most": {
      const position = numberColumnPosition(columns, column);
      const limit = parseNumber(value);
      return { holds: (row) => numberCell(row, position) <= limit, words: `${column} <= ${value}` };
    }
    case "above": {
      const position = numberColumnPosition(columns, column);
      const limit = parseNumber(value);
      return { holds: (row) => numberCell(row, position) > limit, words: `${column} > ${value}` };
    }
    case "is": {
      const position = columnPosition(columns, column);
      return { holds: (row) => row[position] === value, words: `${column} is ${value}` };
    }
    case "is-not": {
      const position = columnPosition(columns, column);
      const holds = (row: Features) => (row[position] ?? null) !== null && row[position] !== value;
      return { holds, words: `${column} is not ${value}` };
    }
    default:
      throw new LearnerError("unknown-kind", `there is no test ${JSON.stringify(test)}`);
  }
}

/** @throws LearnerError "range" if two predicates ask the same (`<= 1` and `<= 1.0` do) */
export function checkDistinct(predicates: readonly Predicate[]): void {
  const seen = new Set<string>();
  predicates.forEach(({ column, test, value }, i) => {
    const canonical = test === "at-most" || test === "above" ? String(parseNumber(value)) : value;
    const key = JSON.stringify([column, test, canonical]);
    if (seen.has(key)) throw new LearnerError("range", `predicate ${i} repeats an earlier predicate`);
    seen.add(key);
  });
}
