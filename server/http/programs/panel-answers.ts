import { z } from "zod";
import { changeSelectionSchema, restSeatSchema } from "#server/schemas/panel.ts";

export const seatAnswerSchema = z
  .object({
    seatId: z.string().meta({ description: "Name of the seat in the log, such as s2" }),
    restReason: restSeatSchema.shape.reason
      .nullable()
      .meta({ description: "Why it is on no panel until it returns; null: it does not rest" }),
  })
  .meta({ id: "Seat" });

export const selectionAnswerSchema = z
  .object({ selection: changeSelectionSchema.shape.selection })
  .meta({ id: "Selection", description: "How the panels of the next rounds are chosen" });

export const panelAnswerSchema = selectionAnswerSchema
  .extend({ seats: z.array(seatAnswerSchema) })
  .meta({ id: "Panel" });
