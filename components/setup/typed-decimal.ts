import { formatExact } from "#server/format.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";

/** Formats a number of a draft as the reader writes it, "2,5" in German; text that is no number stays as it was typed. */
export function typedDecimal(text: string): string {
  const typed = text.trim();
  return isDecimal(typed) ? formatExact(typed) : typed;
}
