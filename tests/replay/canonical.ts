/** Canonical JSON (docs/log-format.md, section 1). */

import { Broken } from "./report.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Arrays and objects inside one another; the entry itself is the first level. */
const DEEPEST = 32;

/** Writes the canonical text of a value; throws Broken if section 1 defines none. */
export function canonical(value: Json, depth = 1): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      throw new Broken("canonical form: number", "a whole number within 2^53-1, not -0", String(value));
    }
    return String(value);
  }
  if (typeof value === "string") return quoted(value);
  if (depth > DEEPEST) throw new Broken("canonical form: nesting", `at most ${DEEPEST} deep`, "deeper");
  if (isList(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(",")}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, item]) => `${quoted(key)}:${canonical(item, depth + 1)}`).join(",")}}`;
}

/** Reads a line and compares it with its canonical form, which also finds repeated keys and "-0". */
export function readCanonical(line: string): Json {
  let value: Json;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Broken("canonical form: JSON", "one JSON value", line);
  }
  const form = canonical(value);
  if (form !== line) throw new Broken("canonical form", form, line);
  return value;
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function quoted(text: string): string {
  if (!text.isWellFormed()) throw new Broken("canonical form: string", "no lone surrogate", text);
  return JSON.stringify(text);
}
