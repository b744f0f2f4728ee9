import { z } from "zod";
import { hex64 } from "#server/audit-log/fields.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { columnLimit } from "./file-limits.ts";

/** Characters of a cell that a condition names, as in the form. */
export const mostOfCell = 200;

/** How many of its rules are shown. */
export const shownOfList = 4;

const conditionSchema = z.strictObject({
  column: textSchema(200),
  test: z.enum(["at-most", "above", "is", "is-not", "is-blank"]),
  value: textSchema(mostOfCell),
  blank: z.literal("pass").exactOptional(),
});

/** A draft's summary of its uploaded list of rules, which is stored separately under its hash. */
export const ruleListSchema = z.strictObject({
  /** The name of the file. */
  name: textSchema(200),
  /** Bytes of the file. */
  size: z.int().min(0),
  hash: hex64,
  count: z.int().min(1).max(LIMITS.hashedRules),
  conditionCount: z.int().min(1).max(LIMITS.hashedPredicates),
  /** The columns that its conditions use, as they were when it was read. */
  columns: z
    .array(z.strictObject({ name: textSchema(200), type: z.enum(["number", "category", "text"]) }))
    .max(columnLimit),
  /** Its first rules. */
  first: z
    .array(
      z.strictObject({
        isAny: z.boolean(),
        conditions: z.array(conditionSchema).max(LIMITS.hashedLength),
      }),
    )
    .max(shownOfList),
});

export type RuleListFacts = z.output<typeof ruleListSchema>;
