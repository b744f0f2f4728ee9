import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { objectionAnswers } from "#server/audit-log/objection-answers.ts";
import { seatIdPattern } from "#server/audit-log/seats.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { studyInputSchema } from "./ids.ts";
import { objectionLimits } from "./objection-limits.ts";
import { positionSchema, roundSchema } from "./rounds.ts";

const writtenSchema = textSchema(objectionLimits.characters).trim().min(1, { error: t.objectionMissing });
/** The number of the entry that received it. */
const objectionSchema = z.int().min(1);
const daysSchema = z
  .int({ error: t.linkDays })
  .min(1, { error: t.linkDays })
  .max(objectionLimits.linkDays, { error: t.linkDays });
/** Any text: every token that is no link gets the same answer. */
const tokenSchema = textSchema(200);

export const personOfRoundSchema = roundSchema.extend({ position: positionSchema });

export const personalLinkSchema = z.strictObject({ token: tokenSchema });

export const objectByLinkSchema = z.strictObject({ token: tokenSchema, text: writtenSchema });

export const makePersonalLinkSchema = personOfRoundSchema.extend({
  days: daysSchema,
  contact: textSchema(objectionLimits.contactCharacters).trim().min(1, { error: t.contactMissing }),
});

/** The same as a form sends it: all values are texts. */
export const makePersonalLinkFormSchema = makePersonalLinkSchema.extend({
  position: z.coerce.number().pipe(positionSchema),
  days: z.coerce.number().pipe(daysSchema),
});

export const receiveObjectionSchema = personOfRoundSchema.extend({ text: writtenSchema });

export const receiveObjectionFormSchema = receiveObjectionSchema.extend({
  position: z.coerce.number().pipe(positionSchema),
});

export const forwardObjectionSchema = studyInputSchema.extend({
  objection: objectionSchema,
  question: writtenSchema,
});

export const answerObjectionSchema = roundSchema.extend({
  objection: objectionSchema,
  seat: z.string().regex(seatIdPattern),
  answer: z.enum(objectionAnswers),
});
