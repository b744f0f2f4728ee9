import * as t from "#messages/rounds.ts";
import type { Chosen, Closing } from "#server/audit-log/closing.ts";

const closings = {
  "no-pairs": "atOnce",
  deadline: "deadline",
  "from-deadline": "fromDeadline",
  "by-hand": "byHand",
} as const;

/** Says how an open round will close, as its opening announced. */
export function closingWords(closing: Closing): string {
  return t.closing({ how: closings[closing] });
}

const choices = { "in-order": "inOrder", "by-operator": "byOperator", "by-lot": "byLot" } as const;

/** Says who chose the people of a round. */
export function chosenWords(chosen: Chosen): string {
  return t.chosen({ how: choices[chosen] });
}
