import { z } from "zod";
import { parseCanonical } from "#server/audit-log/canonical.ts";
import { count, seatId } from "#server/audit-log/fields.ts";
import { panelChosenSchema } from "#server/audit-log/panel-schemas.ts";
import { restReasons } from "#server/audit-log/panel-ways.ts";

/** How a round's panel was chosen, as in its opening, and the members of the study at that moment. */
const roundPanelSchema = panelChosenSchema.extend({
  memberCount: count,
  resting: z.array(z.strictObject({ seat: seatId, reason: z.enum(restReasons) })),
  /** The seats that replace seats of the panel, in order; empty unless the panel was chosen by lot or rotation. */
  reserve: z.array(seatId),
  /** The quotas that a replacement keeps, with the seats that count towards each; only with a stratified lot. */
  quotas: z.array(z.strictObject({ least: count, most: count, seats: z.array(seatId) })),
});

export type RoundPanel = z.output<typeof roundPanelSchema>;

/** Reads how a round's panel was chosen from the canonical text in the round's row. */
export function readRoundPanel(text: string): RoundPanel {
  return roundPanelSchema.parse(parseCanonical(text));
}
