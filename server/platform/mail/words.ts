/** Formats a time such as "Fri 27 Nov 2026, 18:00 UTC". A mail uses UTC because its reader's time zone is unknown. */
export function utcMoment(at: number): string {
  const parts = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  const zone = { timeZone: "UTC" } as const;
  const day = new Intl.DateTimeFormat("en-GB", { ...parts, ...zone }).format(at);
  const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", ...zone }).format(at);
  return `${day.replace(",", "")}, ${time} UTC`;
}

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
