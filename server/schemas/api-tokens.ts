import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { idSchema, studyIdSchema } from "./ids.ts";

/** What a token permits. Every token has the scope `read`. */
export const scopeSchema = z.enum(["read", "features", "outcomes", "operate", "drafts", "members"]);
export type Scope = z.output<typeof scopeSchema>;

/** The longest lifetime of a token, in days. */
export const longestTokenLife = 365;

const tokenDays = () => t.tokenDays({ most: longestTokenLife });

export const makeTokenSchema = z.strictObject({
  name: textSchema(80).trim().min(1, { error: t.tokenName }),
  /** null: every study that its owner operates or observes. */
  forStudyId: studyIdSchema.nullable(),
  scopes: z.array(scopeSchema).max(scopeSchema.options.length),
  days: z.int({ error: tokenDays }).min(1, { error: tokenDays }).max(longestTokenLife, { error: tokenDays }),
});

/** The token's settings as the fields of a form hold them. */
export const tokenFormSchema = z
  .strictObject({
    name: z.string(),
    forStudyId: z.string(),
    days: z.string(),
    features: z.literal("on").optional(),
    outcomes: z.literal("on").optional(),
    operate: z.literal("on").optional(),
    drafts: z.literal("on").optional(),
    members: z.literal("on").optional(),
  })
  .transform(({ name, forStudyId, days, ...boxes }) => ({
    name,
    forStudyId: forStudyId === "" ? null : forStudyId,
    scopes: scopeSchema.options.filter((scope) => scope === "read" || boxes[scope] === "on"),
    days: Number(days),
  }))
  .pipe(makeTokenSchema);

/** The last token of the previous page. */
export const tokensPageSchema = z.strictObject({ after: idSchema.optional() });

export const tokenIdSchema = z.strictObject({ id: idSchema });
