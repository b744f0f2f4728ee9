import { parseCanonical } from "./canonical.ts";
import type { RoundDecision } from "./decision-rule.ts";
import { openedRuleSchema } from "./decision-rule-schema.ts";

/**
 * Reads how the panel of a round decides from the round's row, which holds the rule as canonical text.
 *
 * @throws if the panel is not drawn yet
 */
export function decisionOfRound(row: {
  readonly neededFlags: number | null;
  readonly decisionRule: string | null;
}): RoundDecision {
  const { neededFlags, decisionRule } = row;
  if (neededFlags === null) throw new Error("the round has no panel yet");
  return {
    neededFlags,
    rule: decisionRule === null ? null : openedRuleSchema.parse(parseCanonical(decisionRule)),
  };
}
