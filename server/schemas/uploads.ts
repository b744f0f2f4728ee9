import { z } from "zod";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { idSchema, studyIdSchema } from "./ids.ts";

/**
 * The purposes of files that wait until they are used: the people of a draft, its past records, more people for a
 * study, outcomes.
 */
const waitingKinds = ["people", "past-records", "further-people", "outcomes"] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/**
 * The purpose of an uploaded file. A file of rules is read into a list at once and does not wait. Of a sheet only the
 * rows are returned.
 */
export const uploadKindSchema = z.enum([...waitingKinds, "rules", "sheet"]);
export type UploadKind = z.output<typeof uploadKindSchema>;

/** Confirms the shown preview of a file. */
export const confirmFileSchema = z.strictObject({
  studyId: studyIdSchema,
  fileId: idSchema,
  /** The hash of the preview; any other plan is rejected. */
  plan: z.string().regex(hex64Pattern),
});

/** @param choices the schema of the decisions about a file of this kind */
export function chooseFileSchema<Choices extends z.ZodType>(choices: Choices) {
  return z.strictObject({ studyId: studyIdSchema, fileId: idSchema, choices });
}
