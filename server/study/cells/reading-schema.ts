import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";

/**
 * How the cells of a column are written: the decimal mark, the order of a date, or words for yes and no in any
 * spelling. `unclear`: the cells can be read in two ways, and the operator has not chosen one yet.
 */
const notationSchema = z.enum([
  "as-it-stands",
  "yes-no",
  "point",
  "comma",
  "year-first",
  "day-first",
  "month-first",
  "unclear",
]);

/**
 * Everything that determines how a column's cells are read. It is separate from the code that pages compute with, which
 * needs no schema library.
 */
export const columnReadingSchema = z.strictObject({
  type: z.enum(["number", "category", "text"]),
  notation: notationSchema,
  /** The unit sign of its numbers: "%", or a currency such as "€"; empty: none. */
  sign: textSchema(8),
});

export type ColumnReading = z.output<typeof columnReadingSchema>;
