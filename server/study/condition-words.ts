import { blankWords, plainCondition, type SayCondition } from "#server/learner/classes/predicates.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";
import { cellInWords, type FieldWords } from "./words.ts";

/**
 * Returns a function that words conditions for `hypothesisClass`: "duration <= 24 months", "checking account is not
 * below 0 DM". A yes is the name of its column alone: "has publications".
 */
export function conditionsIn(fields: readonly FieldWords[]): SayCondition {
  const fieldOf = new Map(fields.map((field) => [field.name, field]));
  return (condition) => {
    const field = fieldOf.get(condition.column);
    if (field === undefined) return plainCondition(condition);
    const code = codeOf(field, condition.test, condition.value);
    const { test, value } = code === undefined ? condition : ({ test: "is", value: code } as const);
    const words = cellInWords(value, field) ?? value;
    if (test === "is" && words === "yes") return field.label + blankWords(condition.blank);
    return plainCondition({ ...condition, column: field.label, test, value: words });
  };
}

/** Returns the code that a comparison selects where 0 and 1 are labelled: "above 0" is 1. */
function codeOf({ type, words }: FieldWords, test: string, value: string): "0" | "1" | undefined {
  const isSwitch = type === "number" && Object.keys(words).sort().join() === "0,1";
  if (!isSwitch || !isDecimal(value) || Number(value) < 0 || Number(value) >= 1) return undefined;
  return test === "above" ? "1" : test === "at-most" ? "0" : undefined;
}
