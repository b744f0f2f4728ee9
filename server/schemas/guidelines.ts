import { z } from "zod";
import * as t from "#messages/setup.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { studyIdSchema } from "./ids.ts";

const versionSchema = z.int().min(1).max(1_000_000);

export const guidelinesSchema = z.strictObject({
  studyId: studyIdSchema,
  /** The latest by default. */
  version: versionSchema.optional(),
});

export const reviseGuidelinesSchema = z.strictObject({
  studyId: studyIdSchema,
  /**
   * The version on which the new one is based, so that an operator never overwrites a version without having seen it.
   */
  basedOn: versionSchema,
  purpose: textSchema(2_000).trim().min(1, { error: t.needsPurpose }),
  body: textSchema(20_000).refine((body) => body.trim() !== "", { error: t.needsGuidelines }),
});
