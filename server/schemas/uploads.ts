import { z } from "zod";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { idSchema, studyIdSchema } from "./ids.ts";

/** What a file is for that waits until it is used: the people of a draft, its past records, more people for a study, outcomes. */
const waitingKinds = ["people", "past-records", "further-people", "outcomes"] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** What an uploaded file is for; rules are read into a list at once, and the file does not wait. */
export const uploadKindSchema = z.enum([...waitingKinds, "rules"]);
export type UploadKind = z.output<typeof uploadKindSchema>;

/** Confirms what the preview of a file showed. */
export const confirmFileSchema = z.strictObject({
  studyId: studyIdSchema,
  fileId: idSchema,
  /** The hash of the preview: anything else is not carried out. */
  plan: z.string().regex(hex64Pattern),
});

/** @param choices what can be decided about a file of this kind */
export function chooseFileSchema<Choices extends z.ZodType>(choices: Choices) {
  return z.strictObject({ studyId: studyIdSchema, fileId: idSchema, choices });
}
