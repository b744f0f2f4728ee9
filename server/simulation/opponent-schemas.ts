import { z } from "zod";
import { LIMITS } from "#server/learner/config/params.ts";
import { candidateAims } from "#server/simulation/engine/candidates.ts";
import { simulatedSelections } from "#server/simulation/engine/panel-choice.ts";
import { whole } from "./plan-values.ts";

/** How each round's panel is chosen from the pool: as in a study, or against the policy. */
export const panelSelectionSchema = z.strictObject({
  how: z.enum(simulatedSelections),
  size: whole(1, LIMITS.seats),
});

/** The people among whom an adversary chooses those of a round. */
export const candidatesSchema = z.strictObject({
  count: whole(2, LIMITS.roundSize),
  aim: z.enum(candidateAims),
});
