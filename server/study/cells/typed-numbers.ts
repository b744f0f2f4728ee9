import { readDay } from "./dates.ts";
import { dateNotations } from "./notation.ts";
import type { ColumnReading } from "./reading-schema.ts";

type Column = Pick<ColumnReading, "notation">;

/**
 * Reads a value typed for comparison with a column. A date becomes days; it may be in the column's order or begin with
 * the year. A number of a column with decimal commas may be typed with a comma or a point.
 */
export function typedNumber(text: string, { notation }: Column): string {
  if (notation === "comma") return text.replace(/^(-?\d+),(\d+)$/, "$1.$2");
  const order = dateNotations.find((each) => each === notation);
  return order === undefined ? text : (readDay(text, order) ?? readDay(text, "year-first") ?? text);
}

/**
 * Splits values typed for a column at spaces, semicolons and commas. A comma inside a number of a column with decimal
 * commas does not separate.
 */
export function splitTyped(text: string, { notation }: Column): string[] {
  const separator = notation === "comma" ? /[;\s]|,(?!\d)/ : /[;,\s]/;
  return text.split(separator).filter((value) => value !== "");
}
