import { z } from "zod";
import { seedTreeSize } from "#server/audit-log/seeds.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { studyIdSchema } from "./ids.ts";

/** Longest search of a list. */
const searchSchema = textSchema(200).trim();

/** Which rounds a list shows: those in one state, or those with a report. `open` includes rounds that await their draw. */
export const roundChoices = ["open", "closed", "reported", "cancelled"] as const;
export const roundSorts = ["number", "reported"] as const;

export const roundListSchema = z.strictObject({
  studyId: studyIdSchema,
  show: z.enum(roundChoices).optional(),
  /** A text with the number of a round. */
  search: searchSchema.optional(),
  /** Newest first if left out. */
  sort: z.enum(roundSorts).optional(),
  isDescending: z.boolean().default(true),
  page: z.int().min(1).max(seedTreeSize).default(1),
});

/** Which people a list shows. `judged` are those of a closed round of an audit, which picks no people. */
export const personStates = ["waiting", "open", "picked", "notPicked", "judged", "erased"] as const;

export const peopleListSchema = z.strictObject({
  studyId: studyIdSchema,
  show: z.enum(personStates).optional(),
  /** Part of an identifier, or a whole pseudonym. */
  search: searchSchema.default(""),
  /** The newest people first. */
  isDescending: z.boolean().default(false),
  /** The place in the order of the files where the previous page ended. */
  after: z.int().min(0).optional(),
});
