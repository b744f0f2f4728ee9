import { plainCondition, type SayCondition } from "#server/learner/classes/predicates.ts";
import { cellInWords, type FieldWords } from "./words.ts";

/**
 * Returns a function that words conditions for `hypothesisClass`: "duration <= 24 months", "checking account is not
 * below 0 DM".
 */
export function conditionsIn(fields: readonly FieldWords[]): SayCondition {
  const fieldOf = new Map(fields.map((field) => [field.name, field]));
  return ({ column, test, value }) => {
    const field = fieldOf.get(column);
    if (field === undefined) return plainCondition({ column, test, value });
    return plainCondition({ column: field.label, test, value: cellInWords(value, field) ?? value });
  };
}
