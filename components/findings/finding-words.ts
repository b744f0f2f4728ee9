/** A share in 100 as a whole number; the ends only where they are exact. */
export function wholeInHundred(share: number): string {
  const rounded = Math.round(100 * share);
  if (rounded === 0 && share > 0) return "below 1";
  if (rounded === 100 && share < 1) return "above 99";
  return String(rounded);
}
