import { z } from "zod";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { idSchema, studyIdSchema } from "./ids.ts";
import { passwordLength } from "./password-length.ts";

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "An e-mail address has at most 254 characters.")
  .pipe(z.email("Enter an e-mail address such as name@example.org."));

export const displayNameSchema = z
  .string()
  .trim()
  .min(1, "Enter the name others will see.")
  .max(80, "Use at most 80 characters.")
  .regex(/^\P{C}*$/u, "Use letters, digits and spaces only.");

export const newPasswordSchema = z
  .string()
  .min(passwordLength.min, `Use at least ${passwordLength.min} characters.`)
  .max(passwordLength.max, `Use at most ${passwordLength.max} characters.`);

/** An existing password is only compared, so its form is not checked. */
const presentPasswordSchema = z
  .string()
  .min(1, "Enter your password.")
  .max(passwordLength.max, `Use at most ${passwordLength.max} characters.`);

const tokenSchema = z.string().regex(/^[\w-]{43}$/, "This link is not whole. Copy all of it.");
const hashSchema = z.string().regex(hex64Pattern, "This is not an identifier of ours.");

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

export const sessionRefSchema = z.strictObject({ ref: hashSchema });

export const invitationRefSchema = z.strictObject({ ref: hashSchema });

/** A notice about the user's own account. */
export const noticeRefSchema = z.strictObject({ ref: z.union([hashSchema, z.literal("second-factor")]) });

export const accountIdSchema = z.strictObject({ accountId: idSchema });

export const inviteSchema = z.strictObject({
  email: emailSchema,
  role: z.enum(["administrator", "operator"], "Choose what this person may do."),
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
