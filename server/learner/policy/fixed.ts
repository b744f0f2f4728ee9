import { z } from "zod";
import { ordinal, type ReadBy, shortest } from "#server/learner/config/fields.ts";
import { columnSchema, type Features } from "#server/learner/config/spec.ts";
import { compareDecimals, printDecimal, readDecimal } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

export const fixedSpecSchema = z.strictObject({
  learner: z.literal("fixed"),
  version: z.literal(1),
  columns: z.array(columnSchema),
  /** The column of numbers that holds each person's chance. */
  chance: z.strictObject({ column: z.string(), unit: z.enum(["share", "percent"]) }),
  /** k: the largest number of people in a round. */
  roundSize: ordinal,
  /** alpha, an exact decimal in [0, 1). */
  alpha: shortest,
});

/** The spec of a study that audits the rule in force: each person's chance is a cell, and nothing is learned. */
export type FixedSpec = ReadBy<typeof fixedSpecSchema>;

/** The unit of chances in the column of a rule in force: 0 to 1, or 0 to 100. */
export type ChanceUnit = FixedSpec["chance"]["unit"];

/**
 * Returns the chance that a cell holds, in the form of the log. It is exact for every cell that is the shortest decimal
 * of its double, as imported numbers are. A percentage has its point moved before it is rounded to a double.
 *
 * @param cell a decimal
 * @returns the shortest decimal of the chance's double, in [0, 1]; null for a cell outside of 0 to 1, or 0 to 100
 * @throws LearnerError "not-a-decimal"
 */
export function chanceOfCell(cell: string, unit: ChanceUnit): string | null {
  const { digits, scale } = readDecimal(cell);
  const exact = printDecimal({ digits, scale: unit === "percent" ? scale + 2 : scale });
  if (compareDecimals(exact, "0") < 0 || compareDecimals(exact, "1") > 0) return null;
  return String(Number(exact));
}

/**
 * Returns the chances of some people under the rule in force.
 *
 * @param people one row each, cells as in `columns`
 * @returns decimals in [0, 1], one per person
 * @throws LearnerError "range" for a cell that is no chance: an import refuses such cells
 */
export function fixedChances(
  { columns, chance: { column, unit } }: Pick<FixedSpec, "columns" | "chance">,
  people: readonly Features[],
): string[] {
  const place = columns.findIndex(({ name }) => name === column);
  return people.map((cells, position) => {
    const cell = cells[place] ?? null;
    const chance = cell === null ? null : chanceOfCell(cell, unit);
    if (chance !== null) return chance;
    throw new LearnerError("range", `person ${position} has no chance in ${JSON.stringify(column)}: ${cell}`);
  });
}
