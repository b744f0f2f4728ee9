import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";
import { chanceRules } from "#server/study/policy/chances.ts";
import { studyIdSchema } from "./ids.ts";
import { roundNumberSchema } from "./rounds.ts";

export const logEntrySchema = z.strictObject({
  studyId: studyIdSchema,
  seq: z.int().min(1),
});

export const groupsSchema = z.strictObject({
  studyId: studyIdSchema,
  /** Groups with fewer people are withheld. */
  least: z.int().min(1).max(1_000).optional(),
});

export const studyEventsSchema = z.strictObject({
  studyId: studyIdSchema,
  /** The id of the last event that the browser received; the first event is always sent. */
  lastEventId: z.string().max(100).nullish(),
});

/** The columns and cells of a person: numbers, or texts as in a file. */
const givenPersonSchema = z.record(
  textSchema(200),
  z.union([textSchema(2_000), z.number().refine(Number.isFinite), z.null()]),
);

const chancesOfRound = {
  studyId: studyIdSchema,
  round: roundNumberSchema,
  /** base: each person alone; round: as the round published them. */
  rule: z.enum(chanceRules).default("base"),
};

export const policyChancesSchema = z.strictObject({
  ...chancesOfRound,
  people: z.array(givenPersonSchema).min(1).max(1_000),
});

export const policyChancesOfFileSchema = z.strictObject({
  ...chancesOfRound,
  csv: textSchema(200_000).min(1),
});
