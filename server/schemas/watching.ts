import { z } from "zod";
import { studyIdSchema } from "./ids.ts";

export const logEntrySchema = z.strictObject({
  studyId: studyIdSchema,
  seq: z.int().min(1),
});

export const studyEventsSchema = z.strictObject({
  studyId: studyIdSchema,
  /** What the browser heard last; the first event is sent whatever it is. */
  lastEventId: z.string().max(100).nullish(),
});
