import { z } from "zod";
import { verdictWordSchema } from "#server/audit-log/entries.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { studyIdSchema } from "./ids.ts";
import { reasonWords } from "./reason-words.ts";
import { positionSchema, roundNumberSchema, seatSchema } from "./rounds.ts";

export const reasonsSchema = z.array(z.enum(reasonWords)).max(reasonWords.length);

export const remarkSchema = z.strictObject({
  studyId: studyIdSchema,
  round: roundNumberSchema,
  seat: seatSchema,
  high: positionSchema,
  low: positionSchema,
  /** Empty: none. */
  note: textSchema(2_000).trim(),
  reasons: reasonsSchema,
  /** The answer when the pair was shown a second time; null: it was not. */
  again: verdictWordSchema.nullable(),
});
