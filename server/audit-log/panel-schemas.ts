import { z } from "zod";
import { decisionRuleSchema } from "./decision-rule.ts";
import { count, ordinal, seatId } from "./fields.ts";
import { selectionWays } from "./panel-ways.ts";

/** How the panels of a study's rounds are chosen, until an entry changes it. */
export const selectionSchema = z.union([
  z.strictObject({ how: z.enum(["everyone", "by-operator"]), size: z.null() }),
  /** `size`: number of seats on a panel. */
  z.strictObject({ how: z.enum(["by-lot", "rotation"]), size: ordinal }),
]);

/** How a round's panel was chosen, and the members that were left out of this round, listed by number. */
export const panelChosenSchema = z.strictObject({
  how: z.enum(selectionWays),
  leftOut: z.array(z.strictObject({ seat: seatId, reason: z.literal("conflict") })),
});

export const panelSettingsSchema = z.strictObject({
  gamma: z.strictObject({ numerator: ordinal, denominator: ordinal }),
  /** Absent where the share gamma of the members decides. */
  rule: decisionRuleSchema.exactOptional(),
  /** Number of ballots below which the operator is warned before closing. */
  quorum: count,
  /** Whether a round without judgeable pairs closes as soon as it is opened. */
  closesWithoutPairs: z.boolean(),
  /** Whether the server closes a round once its deadline has passed. */
  closesAtDeadline: z.boolean(),
  selection: selectionSchema,
});

export type PanelSelection = z.output<typeof selectionSchema>;
