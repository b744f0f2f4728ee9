import { LogError } from "./errors.ts";

/** A value that a canonical text can hold. Numbers are whole; real numbers are written as strings. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * The maximum nesting depth of arrays and objects; `[]` alone has depth 1.
 * @internal
 */
export const depthLimit = 32;

/**
 * Returns the only canonical text of a value: RFC 8785, restricted to what every language reads alike
 * (docs/log-format.md, 1).
 *
 * @param value plain arrays and objects of strings, booleans, null and whole numbers up to ±(2^53 - 1)
 * @returns keys sorted by UTF-16 code units, no white space
 * @throws LogError "number-outside" for -0, NaN, infinities and fractions; "lone-surrogate"; "too-deep" (also for a
 *   cycle); "not-plain-json" for undefined, holes, functions, symbols, bigints and instances of a class
 * Cost: O(length of the text · log of the keys in one object).
 */
export function canonicalJson(value: unknown): string {
  return written(value, 0);
}

/**
 * Reads a text that {@link canonicalJson} could have written, and rejects every other text, so the hashed text is
 * exactly the text that was read. Writing the value again detects repeated keys, other orders, white space and other
 * escapes.
 *
 * @throws LogError "not-json"; "not-canonical"; what {@link canonicalJson} throws
 */
export function parseCanonical(text: string): JsonValue {
  const value = parsed(text);
  // Takes a third of the time of writing the value again: the engine's own text suffices if keys and numbers already
  // have the canonical form.
  if (isOrdered(value, 0) && JSON.stringify(value) === text) return value;
  const again = canonicalJson(value);
  if (again !== text) {
    throw new LogError(
      "not-canonical",
      `not canonical JSON from character ${firstDifference(again, text)} on`,
    );
  }
  return value;
}

/** Checks a value that JSON.parse returned: sorted keys, whole numbers, well-formed strings, limited depth. */
function isOrdered(value: JsonValue, depth: number): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return Number.isSafeInteger(value);
  // Stryker disable next-line BooleanLiteral: the slow path gives the same answer
  if (typeof value !== "object" || value === null) return true;
  // Stryker disable next-line EqualityOperator: the slow path gives the same answer
  if (depth === depthLimit) return false;
  // Stryker disable next-line BlockStatement: the slow path gives the same answer
  if (Array.isArray(value)) {
    // Loops here and below: a closure for each array takes several times as long.
    // Stryker disable next-line ConditionalExpression: the slow path gives the same answer
    for (const item of value) if (!isOrdered(item, depth + 1)) return false;
    return true;
  }
  const record = value as Readonly<Record<string, JsonValue>>;
  let before: string | null = null;
  for (const key of Object.keys(record)) {
    // Stryker disable next-line ConditionalExpression: the slow path gives the same answer
    if ((before !== null && before >= key) || !key.isWellFormed()) return false;
    if (!isOrdered(record[key] as JsonValue, depth + 1)) return false;
    before = key;
  }
  // Stryker disable next-line BooleanLiteral: the slow path gives the same answer
  return true;
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // A SyntaxError; also the RangeError of an engine whose parser recurses into deep nesting.
    throw new LogError("not-json", "not JSON", { cause });
  }
}

function written(value: unknown, depth: number): string {
  switch (typeof value) {
    case "string":
      return writtenString(value);
    case "number":
      return writtenNumber(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      return value === null ? "null" : writtenContainer(value, depth + 1);
    default:
      throw new LogError("not-plain-json", `a value of type ${typeof value} has no canonical text`);
  }
}

/** Text that needs no escape: most texts of a log, written in half the time. */
const PLAIN = /^[ !#-[\]-~]*$/;

function writtenString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) {
    throw new LogError("lone-surrogate", "a string holds half of a surrogate pair");
  }
  // ECMAScript's escapes are the ones RFC 8785 prescribes.
  return JSON.stringify(text);
}

function writtenNumber(value: number): string {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
    const shown = Object.is(value, -0) ? "-0" : String(value);
    throw new LogError("number-outside", `${shown} is not a whole number within ±(2^53 - 1)`);
  }
  return String(value);
}

function writtenContainer(value: object, depth: number): string {
  if (depth > depthLimit) {
    throw new LogError("too-deep", `nested more than ${depthLimit} deep`);
  }
  return Array.isArray(value) ? writtenArray(value, depth) : writtenObject(value, depth);
}

function writtenArray(items: readonly unknown[], depth: number): string {
  // A named property would be lost in the text. It makes the count of keys larger; a hole makes it smaller.
  if (Object.getPrototypeOf(items) !== Array.prototype || Object.keys(items).length !== items.length) {
    throw new LogError("not-plain-json", "an array has holes, named properties or a class of its own");
  }
  let text = "";
  for (const item of items) text += `${text === "" ? "" : ","}${written(item, depth)}`;
  return `[${text}]`;
}

function writtenObject(record: object, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(record);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new LogError("not-plain-json", "an instance of a class has no canonical text");
  }
  if (Object.getOwnPropertySymbols(record).length > 0) {
    throw new LogError("not-plain-json", "a key is a symbol");
  }
  // Own keys only, so "__proto__" and "constructor" are keys like any other. The default order is by UTF-16 units.
  const own: Readonly<Record<string, unknown>> = record as Record<string, unknown>;
  let text = "";
  for (const key of Object.keys(own).sort()) {
    text += `${text === "" ? "" : ","}${writtenString(key)}:${written(own[key], depth)}`;
  }
  return `{${text}}`;
}

/** Returns the position, from 1, of the first character in which two different texts differ. */
function firstDifference(a: string, b: string): number {
  let index = 0;
  while (a[index] === b[index]) index += 1;
  return index + 1;
}
