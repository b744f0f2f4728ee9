import { z } from "zod";
import { textSchema } from "#server/log/text.ts";

const columnTypeSchema = z.enum(["number", "category", "text"]);

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

/** All that decides what a cell of a column is read as. */
export const columnReadingSchema = z.strictObject({
  type: columnTypeSchema,
  notation: notationSchema,
  /** What may stand beside its numbers: "%", or a currency such as "€"; empty: nothing. */
  sign: textSchema(8),
});

export type ColumnReading = z.output<typeof columnReadingSchema>;
export type Notation = ColumnReading["notation"];

export const decimalNotations = ["point", "comma"] as const satisfies readonly Notation[];
export const dateNotations = [
  "day-first",
  "month-first",
  "year-first",
] as const satisfies readonly Notation[];
/** The notations of numbers; a date is one: the days since 1 January 1970. */
export const numberNotations = [...decimalNotations, ...dateNotations] as const;

export type DecimalNotation = (typeof decimalNotations)[number];
export type DateNotation = (typeof dateNotations)[number];
export type NumberNotation = (typeof numberNotations)[number];

export const asItStands = { type: "text", notation: "as-it-stands", sign: "" } as const;

/** A type in its plainest notation. */
export function plainReading(type: ColumnReading["type"]): ColumnReading {
  return { type, notation: type === "number" ? "point" : "as-it-stands", sign: "" };
}

export function isDate({ notation }: Pick<ColumnReading, "notation">): boolean {
  return (dateNotations as readonly Notation[]).includes(notation);
}
