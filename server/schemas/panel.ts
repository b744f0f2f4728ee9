import { z } from "zod";
import { emailSchema } from "./accounts.ts";
import { idSchema, studyIdSchema } from "./ids.ts";

export const seatByEmailSchema = z.strictObject({ studyId: studyIdSchema, email: emailSchema });

export const seatMemberSchema = z.strictObject({ studyId: studyIdSchema, accountId: idSchema });

export const inviteToStudySchema = z.strictObject({
  studyId: studyIdSchema,
  email: emailSchema,
  role: z.enum(["auditor", "researcher"], "Choose what this person may do."),
});
