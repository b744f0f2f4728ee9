import { z } from "zod";
import { parseCanonical } from "#server/audit-log/canonical.ts";
import { seatId } from "#server/audit-log/fields.ts";
import { attributesSchema, lotterySchema, panelChosenSchema } from "#server/audit-log/panel-schemas.ts";
import { restReasons } from "#server/audit-log/panel-ways.ts";
import { count } from "#server/learner/config/fields.ts";

/** What the lot of a panel draws from: as at the opening, until its public number is published. */
const awaitedLotSchema = z.strictObject({
  pool: z.array(seatId),
  /** On how many panels of closed rounds each seat was; none where absent. */
  panelCounts: z.array(z.tuple([seatId, count])),
  attributes: z.array(z.tuple([seatId, attributesSchema])),
  /** null without a stratified lot. */
  lottery: lotterySchema.nullable(),
});

/** How a round's panel was chosen, as in its opening, and the members of the study at that moment. */
const roundPanelSchema = panelChosenSchema.extend({
  memberCount: count,
  resting: z.array(z.strictObject({ seat: seatId, reason: z.enum(restReasons) })),
  /** The seats that replace seats of the panel, in order; empty unless the panel was chosen by lot or rotation. */
  reserve: z.array(seatId),
  /** The quotas that a replacement keeps, with the seats that count towards each; only with a stratified lot. */
  quotas: z.array(z.strictObject({ least: count, most: count, seats: z.array(seatId) })),
  /** null once the panel is drawn, or if it never awaited a number. */
  awaitedLot: awaitedLotSchema.nullable(),
});

export type AwaitedLot = z.output<typeof awaitedLotSchema>;
export type RoundPanel = z.output<typeof roundPanelSchema>;

/** Reads how a round's panel was chosen from the canonical text in the round's row. */
export function readRoundPanel(text: string): RoundPanel {
  return roundPanelSchema.parse(parseCanonical(text));
}
