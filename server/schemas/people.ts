import { z } from "zod";
import { personIdPattern } from "#server/audit-log/pseudonyms.ts";
import { studyIdSchema } from "./ids.ts";

/** One person of a study, by pseudonym. */
export const personSchema = z.strictObject({
  studyId: studyIdSchema,
  personId: z.string().regex(personIdPattern),
});
