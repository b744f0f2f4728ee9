import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";
import { idSchema, studyIdSchema } from "./ids.ts";

/** A permission that a token can have in addition to reading, which every token has. */
export const allowanceSchema = z.enum(["features", "outcomes", "operate"]);
export type Allowance = z.output<typeof allowanceSchema>;

/** The permission that a procedure or a file requires of a token. */
export type Permission = "read" | Allowance;

/** The longest lifetime of a token, in days. */
export const longestTokenLife = 365;

export const makeTokenSchema = z.strictObject({
  name: textSchema(80).trim().min(1, "Give the token a name, such as the program it is for."),
  /** null: every study that its owner operates or observes. */
  forStudyId: studyIdSchema.nullable(),
  allowances: z.array(allowanceSchema).max(3),
  days: z
    .int("Say for how many whole days.")
    .min(1, "A token holds for at least a day.")
    .max(longestTokenLife, `A token holds for at most ${longestTokenLife} days.`),
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
  })
  .transform(({ name, forStudyId, days, ...boxes }) => ({
    name,
    forStudyId: forStudyId === "" ? null : forStudyId,
    allowances: allowanceSchema.options.filter((allowance) => boxes[allowance] === "on"),
    days: Number(days),
  }))
  .pipe(makeTokenSchema);

/** The last token of the previous page. */
export const tokensPageSchema = z.strictObject({ after: idSchema.optional() });

export const tokenIdSchema = z.strictObject({ id: idSchema });
