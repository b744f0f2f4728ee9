import { z } from "zod";
import { idSchema, studyIdSchema } from "./ids.ts";
import { seatIdSchema } from "./panel.ts";
import { roundSchema } from "./rounds.ts";

export const remindSchema = roundSchema.extend({ seatIds: z.array(seatIdSchema).min(1).max(1_000) });

export const undoReminderSchema = z.strictObject({ studyId: studyIdSchema, reminderId: idSchema });
