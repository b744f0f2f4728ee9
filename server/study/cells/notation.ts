import type { ColumnReading } from "./reading-schema.ts";

export type Notation = ColumnReading["notation"];

export const decimalNotations = ["point", "comma"] as const satisfies readonly Notation[];
export const dateNotations = [
  "day-first",
  "month-first",
  "year-first",
] as const satisfies readonly Notation[];
/** The notations of numbers. Dates are included: they are the days since 1 January 1970. */
export const numberNotations = [...decimalNotations, ...dateNotations] as const;

export type DecimalNotation = (typeof decimalNotations)[number];
export type DateNotation = (typeof dateNotations)[number];
export type NumberNotation = (typeof numberNotations)[number];

export const asItStands = { type: "text", notation: "as-it-stands", sign: "" } as const;

/** Returns the reading of a type in its plainest notation. */
export function plainReading(type: ColumnReading["type"]): ColumnReading {
  return { type, notation: type === "number" ? "point" : "as-it-stands", sign: "" };
}

export function isDate({ notation }: Pick<ColumnReading, "notation">): boolean {
  return (dateNotations as readonly Notation[]).includes(notation);
}
