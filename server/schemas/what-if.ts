import { z } from "zod";
import { seedTreeSize } from "#server/audit-log/seeds.ts";
import { studyIdSchema } from "./ids.ts";

export const whatIfRoundsSchema = z.strictObject({
  studyId: studyIdSchema,
  /** Only rounds above this number. */
  after: z.int().min(0).max(seedTreeSize),
});

export const historySchema = z.strictObject({
  studyId: studyIdSchema,
  /** Only entries after this one. */
  after: z.int().min(0),
});
