/**
 * Prepares a name that a user chose for use within a line. Characters that would break the line or change the direction
 * of the text after them become one space.
 */
export function oneLine(name: string): string {
  return name.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}

/** Joins paragraphs with an empty line between them; null leaves one out. */
export function paragraphs(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join("\n\n");
}
