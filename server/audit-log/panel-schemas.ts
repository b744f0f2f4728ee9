import { z } from "zod";
import { count, ordinal, seatId } from "./fields.ts";

/** How the panels of a study's rounds are chosen, until an entry changes it. */
export const selectionSchema = z.union([
  z.strictObject({ how: z.enum(["everyone", "by-operator"]), size: z.null() }),
  /** `size`: number of seats on a panel. */
  z.strictObject({ how: z.enum(["by-lot", "rotation"]), size: ordinal }),
]);

export const selectionWays = ["everyone", "by-operator", "by-lot", "rotation"] as const;

/** How a round's panel was chosen, and the members that were left out of this round, listed by number. */
export const panelChosenSchema = z.strictObject({
  how: z.enum(selectionWays),
  leftOut: z.array(z.strictObject({ seat: seatId, reason: z.literal("conflict") })),
});

export const panelSettingsSchema = z.strictObject({
  gamma: z.strictObject({ numerator: ordinal, denominator: ordinal }),
  /** Number of ballots below which the operator is warned before closing. */
  quorum: count,
  /** Whether a round without judgeable pairs closes as soon as it is opened. */
  closesWithoutPairs: z.boolean(),
  /** Whether the server closes a round once its deadline has passed. */
  closesAtDeadline: z.boolean(),
  selection: selectionSchema,
});

/** Reasons for resting, as the log records them: a list, because free text could name a person by mistake. */
export const restReasons = ["on-leave", "unavailable", "own-request"] as const;

export type PanelSelection = z.output<typeof selectionSchema>;
export type SelectionWay = (typeof selectionWays)[number];
export type RestReason = (typeof restReasons)[number];
