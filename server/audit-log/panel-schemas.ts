import { z } from "zod";
import { count, ordinal } from "#server/learner/config/fields.ts";
import { decisionRuleSchema } from "./decision-rule-schema.ts";
import { hex64, hex128, seatId } from "./fields.ts";
import { LOTTERY_WEIGHT, restReasons, selectionWays } from "./panel-ways.ts";

/** The minimum and maximum number of members on a panel with a value of an attribute. */
const quotaSchema = z
  .strictObject({ attribute: z.string().min(1), value: z.string().min(1), least: count, most: count })
  .refine(({ least, most }) => least <= most);

export const quotasSchema = z
  .array(quotaSchema)
  .min(1)
  .refine((quotas) => areDifferent(quotas.map(({ attribute, value }) => JSON.stringify([attribute, value]))));

/** How the panels of a study's rounds are chosen, until an entry changes it. */
export const selectionSchema = z.union([
  z.strictObject({ how: z.enum(["everyone", "by-operator"]), size: z.null() }),
  /** `size`: number of seats on a panel. */
  z.strictObject({ how: z.enum(["by-lot", "rotation"]), size: ordinal }),
  z.strictObject({
    how: z.literal("stratified"),
    size: ordinal,
    quotas: quotasSchema,
  }),
]);

/** Attributes of a member, such as a region. The last entry of a seat applies. */
export const attributesSchema = z
  .array(z.strictObject({ name: z.string().min(1), value: z.string().min(1) }))
  .refine((attributes) => areDifferent(attributes.map(({ name }) => name)));

/** A lottery over panels: how many seats of each type of member they have. */
export const lotterySchema = z.strictObject({
  /**
   * "leximin": the smallest chance of a member is as large as it can be, then the next smallest, and so on; "maximin":
   * only the smallest.
   */
  method: z.enum(["leximin", "maximin"]),
  /** The types of seats, by the quotas towards which they count. */
  types: z.array(z.strictObject({ quotas: z.array(count), seats: ordinal })).min(1),
  panels: z.array(z.strictObject({ counts: z.array(count), weight: ordinal.max(LOTTERY_WEIGHT) })).min(1),
});

/** Bodies of the entries about members and the choice of panels. */
export const memberBodies = {
  "seat.added": z.strictObject({
    seat: seatId,
    replaces: seatId.nullable(),
    by: z.enum(["account", "link-copied", "link-mailed"]),
    /** An Ed25519 key made in the browser that opened the link; null if the link was not opened in a browser. */
    key: hex64.nullable(),
  }),
  /** A key of another device of a seat's auditor. `by` is a proven key of any seat that confirms it; null if none did. */
  "seat.key-added": z.strictObject({
    seat: seatId,
    key: hex64,
    by: z.strictObject({ key: hex64, signature: hex128 }).nullable(),
  }),
  "seat.removed": z.strictObject({ seat: seatId }),
  /** The member is on no panel until the seat returns. */
  "seat.rested": z.strictObject({ seat: seatId, reason: z.enum(restReasons) }),
  "seat.returned": z.strictObject({ seat: seatId }),
  "seat.attributes": z.strictObject({ seat: seatId, attributes: attributesSchema }),
  "panel.selection-changed": z.strictObject({ selection: selectionSchema }),
  /** The lottery that draws the panels of the next openings. */
  "panel.lottery": lotterySchema,
} as const;

function areDifferent(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

/** How a round's panel was chosen, and the members that were left out of this round, listed by number. */
export const panelChosenSchema = z.strictObject({
  how: z.enum(selectionWays),
  leftOut: z.array(z.strictObject({ seat: seatId, reason: z.literal("conflict") })),
});

export const panelSettingsSchema = z.strictObject({
  gamma: z.strictObject({ numerator: ordinal, denominator: ordinal }),
  /** Absent if the share gamma of the members decides. */
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
export type PanelQuota = z.output<typeof quotaSchema>;
export type Attributes = z.output<typeof attributesSchema>;
export type LoggedLottery = z.output<typeof lotterySchema>;
