/** Milliseconds. */
export const dayLength = 24 * 60 * 60 * 1000;

/** Returns a day in words: "5 March 2024". */
export function dayInWords(days: string): string {
  return new Date(Number(days) * dayLength).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}
