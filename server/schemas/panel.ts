import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { seatIdPattern } from "#server/audit-log/seats.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { emailSchema, invitationRefSchema } from "./accounts.ts";
import { idSchema, studyIdSchema } from "./ids.ts";

export const seatIdSchema = z.string().regex(seatIdPattern, { error: t.seatMissing });

/** A member of the study, by account. */
export const memberSchema = z.strictObject({ studyId: studyIdSchema, accountId: idSchema });

export const replaceSeatSchema = z.strictObject({
  studyId: studyIdSchema,
  seatId: seatIdSchema,
  accountId: idSchema,
});

export const inviteToStudySchema = z.strictObject({
  studyId: studyIdSchema,
  email: emailSchema,
  role: z.enum(["auditor", "researcher", "operator"], { error: t.memberRole }),
});

/** A list of addresses, as pasted: the service reads its lines. */
export const inviteManySchema = z.strictObject({ studyId: studyIdSchema, list: textSchema(200_000) });

export const requireSignInSchema = z.strictObject({ studyId: studyIdSchema, isRequired: z.boolean() });

export const withdrawFromStudySchema = invitationRefSchema.extend({ studyId: studyIdSchema });
