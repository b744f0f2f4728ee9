import { z } from "zod";
import * as t from "#messages/setup.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { draftParts } from "#server/study/draft.ts";
import { formatChoicesSchema } from "#server/study/reading.ts";
import { templateNames } from "#server/study/templates.ts";
import { studyIdSchema } from "./ids.ts";
import { languageSchema } from "./language.ts";

export const createDraftSchema = z.strictObject({
  name: textSchema(120).trim().min(1, { error: t.needsName }),
  /** A template, or the earlier study to copy. */
  start: z.union([z.enum(templateNames), studyIdSchema]).default("learn"),
  people: z
    .enum(["none", "copied"])
    .default("none")
    .meta({ description: "Whether the people of the study to copy are copied, too" }),
  language: languageSchema.default("en"),
});

/** Any parts of the draft, each as a whole. */
export const saveDraftSchema = z.strictObject({
  studyId: studyIdSchema,
  revision: z.int().min(0),
  parts: z.strictObject(draftParts).partial(),
});

export const rereadSchema = z.strictObject({
  studyId: studyIdSchema,
  revision: z.int().min(0),
  format: formatChoicesSchema,
});

export const publishSchema = z.strictObject({ studyId: studyIdSchema, revision: z.int().min(0) });

export const reviseSettingsSchema = z.strictObject({
  studyId: studyIdSchema,
  /** Of the form that the operator has read. */
  revision: z.int().min(0),
  settings: draftParts.settings,
});

export type DraftParts = z.output<typeof saveDraftSchema>["parts"];
