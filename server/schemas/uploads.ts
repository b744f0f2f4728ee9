import { z } from "zod";
import { idSchema, studyIdSchema } from "./ids.ts";

/** What an uploaded file is for: the people of a draft, its past records, more people for a study, outcomes. */
export const uploadKindSchema = z.enum(["people", "past-records", "further-people", "outcomes"]);
export type UploadKind = z.output<typeof uploadKindSchema>;

/** Confirms what the preview of a file showed. */
export const confirmFileSchema = z.strictObject({
  studyId: studyIdSchema,
  fileId: idSchema,
  /** The hash of the preview: anything else is not carried out. */
  plan: z.string().regex(/^[0-9a-f]{64}$/),
});

/** @param choices what can be decided about a file of this kind */
export function chooseFileSchema<Choices extends z.ZodType>(choices: Choices) {
  return z.strictObject({ studyId: studyIdSchema, fileId: idSchema, choices });
}
