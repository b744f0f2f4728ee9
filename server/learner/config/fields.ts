import { z } from "zod";

/* Fields of JSON that specs, states and logs share. */

export const decimal = z.string().regex(/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]\d+)?$/);
/** A decimal that is the shortest of its double. */
export const shortest = decimal.refine((text) => String(Number(text)) === text);
export const count = z.int().min(0);
export const ordinal = z.int().min(1);

/** What a schema reads; never changed. */
export type ReadBy<Schema extends z.ZodType> = Unchanged<z.output<Schema>>;

type Unchanged<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
  : Value;
