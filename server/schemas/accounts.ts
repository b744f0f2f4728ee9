import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { idSchema, studyIdSchema } from "./ids.ts";
import { passwordLength } from "./password-length.ts";

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: () => t.emailLength({ count: 254 }) })
  .pipe(z.email({ error: t.emailForm }));

export const displayNameSchema = z
  .string()
  .trim()
  .min(1, { error: t.nameMissing })
  .max(80, { error: () => t.atMost({ count: 80 }) })
  .regex(/^\P{C}*$/u, { error: t.plainText });

export const newPasswordSchema = z
  .string()
  .min(passwordLength.min, { error: () => t.atLeast({ count: passwordLength.min }) })
  .max(passwordLength.max, { error: () => t.atMost({ count: passwordLength.max }) });

/** An existing password is only compared, so its form is not checked. */
const presentPasswordSchema = z
  .string()
  .min(1, { error: t.passwordMissing })
  .max(passwordLength.max, { error: () => t.atMost({ count: passwordLength.max }) });

const tokenSchema = z.string().regex(/^[\w-]{43}$/, { error: t.linkNotWhole });
const hashSchema = z.string().regex(hex64Pattern, { error: t.notAnId });

/** Public key of the browser that opens the link; left out where the browser cannot make one. */
const keySchema = z.string().regex(hex64Pattern, "32 bytes as 64 lower-case hex digits").optional();

export const signInSchema = z.strictObject({ email: emailSchema, password: presentPasswordSchema });

export const invitationTokenSchema = z.strictObject({ token: tokenSchema });

export const acceptInvitationSchema = z.strictObject({
  token: tokenSchema,
  displayName: displayNameSchema,
  /** Only for the first administrator; the address of all other people is in the invitation. */
  email: emailSchema.optional(),
  password: newPasswordSchema,
  key: keySchema,
});

export const joinSchema = z.strictObject({ token: tokenSchema, key: keySchema });

export const resetPasswordSchema = z.strictObject({ token: tokenSchema, password: newPasswordSchema });

export const changePasswordSchema = z.strictObject({
  present: presentPasswordSchema,
  next: newPasswordSchema,
});

export const changeNameSchema = z.strictObject({ displayName: displayNameSchema });

export const requestEmailChangeSchema = z.strictObject({ email: emailSchema });

export const sessionRefSchema = z.strictObject({ ref: hashSchema });

export const invitationRefSchema = z.strictObject({ ref: hashSchema });

/** A notice about the user's own account. */
export const noticeRefSchema = z.strictObject({
  ref: z.union([hashSchema, z.enum(["second-factor", "access-ended"])]),
});

export const accountIdSchema = z.strictObject({ accountId: idSchema });

export const changeEmailSchema = z.strictObject({ accountId: idSchema, email: emailSchema });

export const inviteSchema = z.strictObject({
  email: emailSchema,
  role: z.enum(["administrator", "operator"], { error: t.roleMissing }),
});

const searchSchema = textSchema(200).trim().default("");

export const inboxSchema = z.strictObject({
  search: searchSchema,
  after: z.strictObject({ studyId: studyIdSchema, isMine: z.boolean() }).optional(),
  show: z.enum(["all", "drafts", "copyable"]).default("all"),
});

export const judgedBeforeSchema = z.strictObject({ search: searchSchema, after: studyIdSchema.optional() });

export const accountsPageSchema = z.strictObject({ search: searchSchema, after: idSchema.optional() });

/** For lists of links: the last link of the previous page. */
export const linksPageSchema = z.strictObject({ after: hashSchema.optional() });
