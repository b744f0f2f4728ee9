import { z } from "zod";
import { overrideReasonSchema } from "#server/schemas/overrides.ts";

/* A person of a round, as programs read it (answer-schemas.ts). */

export const placeSchema = z.int().min(0).meta({ description: "Place in the round, from 0" });
export const chanceSchema = z.string().meta({ description: "A decimal from 0 to 1, exactly as logged" });
export const outcomeSchema = z.enum(["yes", "no", "lost"]);
export const seqSchema = z.int().min(1).meta({ description: "Number of a log entry" });

const overrideSchema = z
  .object({
    decision: z.union([z.literal(0), z.literal(1)]).meta({ description: "1 picks the person" }),
    reason: overrideReasonSchema,
    decidedBy: z.string().meta({ description: "The position of the person who decided" }),
    seq: seqSchema,
  })
  .meta({ id: "Override", description: "What a person with authority decided instead of the draw" });

export const roundPersonSchema = z
  .object({
    position: placeSchema,
    person: z.string().meta({ description: "Pseudonym in the log" }),
    chance: chanceSchema,
    isSelected: z
      .boolean()
      .nullable()
      .meta({ description: "By the draw; null until the round is closed, and in an audit" }),
    isErased: z.boolean(),
    outcome: outcomeSchema
      .nullable()
      .meta({ description: "null while none is recorded; of a person not selected it will never be known" }),
    override: overrideSchema.nullable().meta({ description: "null where the draw's decision holds" }),
  })
  .meta({ id: "RoundPerson" });
