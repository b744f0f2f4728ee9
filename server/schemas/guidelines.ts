import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";
import { studyIdSchema } from "./ids.ts";

const versionSchema = z.int().min(1).max(1_000_000);

export const guidelinesSchema = z.strictObject({
  studyId: studyIdSchema,
  /** The latest unless given. */
  version: versionSchema.optional(),
});

export const reviseGuidelinesSchema = z.strictObject({
  studyId: studyIdSchema,
  /** The version the new one was written from: nobody overwrites what he has not seen. */
  basedOn: versionSchema,
  purpose: textSchema(2_000).trim().min(1, "Say in a sentence or two what is decided about whom."),
  body: textSchema(50_000).refine(
    (body) => body.trim() !== "",
    "Write what auditors shall look at. A few lines are enough.",
  ),
});
