import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { annulReasons } from "#server/audit-log/annulments.ts";
import { positionSchema, roundSchema } from "./rounds.ts";

/** A report by its round and the positions of its pair. */
export const reportSchema = roundSchema.extend({ high: positionSchema, low: positionSchema });

export const proposeAnnulmentSchema = reportSchema.extend({
  reason: z.enum(annulReasons, { error: t.annulReason }),
});
