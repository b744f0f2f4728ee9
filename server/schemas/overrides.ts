import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { longestPosition, overrideReasons } from "#server/audit-log/overrides.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { positionSchema, roundSchema } from "./rounds.ts";

export const overrideReasonSchema = z.enum(overrideReasons, { error: t.overrideReason });

export const overrideSchema = roundSchema.extend({
  position: positionSchema,
  decision: z.union([z.literal(0), z.literal(1)]),
  reason: overrideReasonSchema,
  decidedBy: textSchema(longestPosition).trim().min(1, { error: t.overrideDecidedBy }),
});
