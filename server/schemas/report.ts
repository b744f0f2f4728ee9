import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";
import { type ReportField, statedFields } from "#server/study/report-forms.ts";
import { studyIdSchema } from "./ids.ts";

export const sharedReportSchema = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) });

const statement = textSchema(2_000).trim().optional();

/** Statements by field. An empty text removes one; a field that is not named keeps what it has. */
export const stateFieldsSchema = z.strictObject({
  studyId: studyIdSchema,
  ...(Object.fromEntries(statedFields.map((field) => [field, statement])) as Record<
    ReportField,
    typeof statement
  >),
});
