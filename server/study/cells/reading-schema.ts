import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";

/**
 * How people wrote the cells of a column: which mark is the decimal one, in which order a date stands, or words for yes
 * and no in any spelling. `unclear`: the cells can be read in two ways, and nobody has said yet in which.
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

/** All that decides what a cell of a column is read as. Apart from what pages compute with, which need no schema library. */
export const columnReadingSchema = z.strictObject({
  type: z.enum(["number", "category", "text"]),
  notation: notationSchema,
  /** What may stand beside its numbers: "%", or a currency such as "€"; empty: nothing. */
  sign: textSchema(8),
});

export type ColumnReading = z.output<typeof columnReadingSchema>;
