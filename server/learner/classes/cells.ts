import type { Column, Features } from "#server/learner/config/spec.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/**
 * Finds a column by name.
 *
 * @throws LearnerError "range" if there is none
 */
export function columnPosition(columns: readonly Column[], name: string): number {
  const position = columns.findIndex((column) => column.name === name);
  if (position < 0) throw new LearnerError("range", `there is no column ${JSON.stringify(name)}`);
  return position;
}

/**
 * Finds a column of numbers by name.
 *
 * @throws LearnerError "range" if there is none or it does not hold numbers
 */
export function numberColumnPosition(columns: readonly Column[], name: string): number {
  const position = columnPosition(columns, name);
  if (columns[position]?.type !== "number") {
    throw new LearnerError("range", `column ${JSON.stringify(name)} does not hold numbers`);
  }
  return position;
}

/** @throws LearnerError "shape" if a row does not have one cell per column */
export function checkWidth(individual: Features, width: number): void {
  if (individual.length !== width) {
    throw new LearnerError("shape", `a row has ${individual.length} cells, the study ${width} columns`);
  }
}

/**
 * Reads a number cell. NaN represents a missing cell, because NaN answers no to both `<=` and `>`. The value is
 * compared and never computed with.
 *
 * @throws LearnerError "not-a-decimal" or "not-finite" on any other text
 */
export function numberCell(individual: Features, position: number): number {
  const cell = individual[position] ?? null;
  return cell === null ? Number.NaN : parseNumber(cell);
}
