import type { Column, Features, Predicate } from "#server/learner/config/spec.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { columnPosition, numberCell, numberColumnPosition } from "./cells.ts";

/** A predicate bound to its column: a yes/no question about one person. */
export type BoundPredicate = (individual: Features) => boolean;

/**
 * Binds a predicate to the study's columns.
 *
 *   at-most: x_c <= v    above: x_c > v    (numbers, compared as doubles)
 *   is: x_c = v          is-not: x_c ≠ v   (the cell's text, compared exactly, also in number columns)
 *
 *   is-blank: x_c is missing
 *
 * A missing cell answers no to the first four, `is-not` included, and yes with `blank` = pass.
 *
 * @throws LearnerError "range" on an unknown column or a test the column cannot answer; "not-a-decimal"
 */
export function bindPredicate(columns: readonly Column[], predicate: Predicate): BoundPredicate {
  const { column, test, blank } = predicate;
  const position = columnPosition(columns, column);
  const isBlank: BoundPredicate = (row) => (row[position] ?? null) === null;
  if (test === "is-blank") return isBlank;
  const answers = bindTest(columns, { ...predicate, test });
  return blank === "pass" ? (row) => isBlank(row) || answers(row) : answers;
}

function bindTest(
  columns: readonly Column[],
  { column, test, value }: Predicate & { readonly test: Exclude<Predicate["test"], "is-blank"> },
): BoundPredicate {
  switch (test) {
    case "at-most": {
      const position = numberColumnPosition(columns, column);
      const limit = parseNumber(value);
      return (row) => numberCell(row, position) <= limit;
    }
    case "above": {
      const position = numberColumnPosition(columns, column);
      const limit = parseNumber(value);
      return (row) => numberCell(row, position) > limit;
    }
    case "is": {
      const position = columnPosition(columns, column);
      return (row) => row[position] === value;
    }
    case "is-not": {
      const position = columnPosition(columns, column);
      return (row) => (row[position] ?? null) !== null && row[position] !== value;
    }
    default:
      throw new LearnerError("unknown-kind", `there is no test ${JSON.stringify(test)}`);
  }
}

/** @throws LearnerError "range" if two predicates are equivalent (`<= 1` and `<= 1.0` are) */
export function checkDistinct(predicates: readonly Predicate[]): void {
  const seen = new Set<string>();
  predicates.forEach(({ column, test, value, blank }, i) => {
    const canonical = test === "at-most" || test === "above" ? String(parseNumber(value)) : value;
    const key = JSON.stringify([column, test, canonical, blank]);
    if (seen.has(key)) throw new LearnerError("range", `predicate ${i} repeats an earlier predicate`);
    seen.add(key);
  });
}
