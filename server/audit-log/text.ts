import { z } from "zod";

/**
 * Returns the schema of a text that every database and the log can store. PostgreSQL rejects NUL characters, and half
 * of a surrogate pair has no form in UTF-8.
 */
export function textSchema(max: number) {
  return z
    .string()
    .max(max, `Use at most ${max} characters.`)
    .refine((text) => !text.includes("\0"), "Leave out the NUL character (code 0): it cannot be stored.")
    .refine(
      (text) => text.isWellFormed(),
      "Leave out the broken character: half of a surrogate pair, such as half of an emoji, cannot be stored.",
    );
}
