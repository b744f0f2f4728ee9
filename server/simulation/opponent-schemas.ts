import { z } from "zod";
import { attributesSchema, lotterySchema, quotasSchema } from "#server/audit-log/panel-schemas.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { candidateAims } from "#server/simulation/engine/candidates.ts";
import { simulatedSelections } from "#server/simulation/engine/panel-choice.ts";
import { whole } from "./plan-values.ts";

/** How each round's panel is chosen from the pool: as in a study, or against the policy. */
export const panelSelectionSchema = z.union([
  z.strictObject({ how: z.enum(simulatedSelections), size: whole(1, LIMITS.seats) }),
  z.strictObject({
    how: z.literal("stratified"),
    size: whole(1, LIMITS.seats),
    quotas: quotasSchema,
    attributes: z.array(attributesSchema).max(LIMITS.seats),
    lottery: lotterySchema,
  }),
]);

/** The people among whom an adversary chooses those of a round. */
export const candidatesSchema = z.strictObject({
  count: whole(2, LIMITS.roundSize),
  aim: z.enum(candidateAims),
});
