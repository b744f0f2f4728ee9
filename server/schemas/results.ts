import { z } from "zod";
import { studyIdSchema } from "./ids.ts";

export const logEntrySchema = z.strictObject({
  studyId: studyIdSchema,
  seq: z.int().min(1),
});

export const studyEventsSchema = z.strictObject({
  studyId: studyIdSchema,
  /** The id of the last event that the browser received; the first event is always sent. */
  lastEventId: z.string().max(100).nullish(),
});
