import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { attributesSchema, selectionSchema } from "#server/audit-log/panel-schemas.ts";
import { restReasons } from "#server/audit-log/panel-ways.ts";
import { seatIdPattern } from "#server/audit-log/seats.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { studyLimits } from "#server/study/study-limits.ts";
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

export const seatRefSchema = z.strictObject({ studyId: studyIdSchema, seatId: seatIdSchema });

export const restSeatSchema = seatRefSchema.extend({ reason: z.enum(restReasons) });

/** A change of how panels are chosen; a lot or rotation fills a panel of at most {@link studyLimits.seats}. */
export const changeSelectionSchema = z.strictObject({
  studyId: studyIdSchema,
  selection: selectionSchema
    .refine(({ size }) => size === null || size <= studyLimits.seats, {
      path: ["size"],
      error: () => t.panelSize({ most: studyLimits.seats }),
    })
    .refine((selection) => selection.how !== "stratified" || selection.quotas.length <= studyLimits.quotas, {
      path: ["quotas"],
      error: () => t.tooManyQuotas({ most: studyLimits.quotas }),
    }),
});

/** Attributes of one member, such as a region. */
export const memberAttributesSchema = attributesSchema
  .refine((attributes) => attributes.length <= studyLimits.attributes, {
    error: () => t.tooManyAttributes({ most: studyLimits.attributes }),
  })
  .refine(
    (attributes) =>
      attributes.every(({ name, value }) => Math.max(name.length, value.length) <= studyLimits.attributeText),
    { error: t.attributeText },
  );

/** All attributes that each of these seats has. */
export const saveAttributesSchema = z.strictObject({
  studyId: studyIdSchema,
  members: z
    .array(z.strictObject({ seatId: seatIdSchema, attributes: memberAttributesSchema }))
    .max(studyLimits.members),
});

export const inviteToStudySchema = z.strictObject({
  studyId: studyIdSchema,
  email: emailSchema,
  role: z.enum(["auditor", "researcher", "observer", "operator"], { error: t.memberRole }),
});

/** A list of addresses, as pasted: the service reads its lines. */
export const inviteManySchema = z.strictObject({ studyId: studyIdSchema, list: textSchema(200_000) });

export const requireSignInSchema = z.strictObject({ studyId: studyIdSchema, isRequired: z.boolean() });

export const withdrawFromStudySchema = invitationRefSchema.extend({ studyId: studyIdSchema });
