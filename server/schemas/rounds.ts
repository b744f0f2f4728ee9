import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { annulVotesSchema } from "#server/audit-log/annulment-schemas.ts";
import { cancelReasons } from "#server/audit-log/cancel-reasons.ts";
import { openedRuleSchema } from "#server/audit-log/decision-rule-schema.ts";
import { verdictsSchema } from "#server/audit-log/fields.ts";
import { hex64Pattern, hex128Pattern } from "#server/audit-log/hex.ts";
import { maxOpenRounds } from "#server/audit-log/open-rounds.ts";
import { personIdPattern } from "#server/audit-log/pseudonyms.ts";
import { longestRetention, noticeDays } from "#server/audit-log/retention.ts";
import { seatIdPattern } from "#server/audit-log/seats.ts";
import { seedTreeSize } from "#server/audit-log/seeds.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { outcomeValues } from "#server/learner/interface/outcome-values.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import { ballotLimits } from "./ballot-limits.ts";
import { studyIdSchema } from "./ids.ts";

/** A round uses a link of its study's seed tree, so its number is limited by the tree's size. */
export const roundNumberSchema = z.int().min(1).max(seedTreeSize);
export const positionSchema = z.int().min(0).max(999);
const keySchema = textSchema(100).min(8);
/** The seat for which a page was rendered: its verdicts are rejected if another user is signed in by then. */
export const seatSchema = z.string().regex(seatIdPattern).optional();

export const deleteStudySchema = z.strictObject({ studyId: studyIdSchema, name: textSchema(120) });

const number = { error: t.retentionNumber };

export const changeRetentionSchema = z.strictObject({
  studyId: studyIdSchema,
  days: z.int(number).min(noticeDays, number).max(longestRetention, number).nullable(),
});

/** Only rounds below this number. One above the last possible round returns all of them. */
export const beforeRoundSchema = z
  .int()
  .min(1)
  .max(seedTreeSize + 1);

export const roundPageSchema = z.strictObject({
  studyId: studyIdSchema,
  before: beforeRoundSchema.optional(),
});

export const roundSchema = z.strictObject({ studyId: studyIdSchema, round: roundNumberSchema });

/** Seats of the panel, or seats to leave out of it. */
const seatIdsSchema = z.array(z.string().regex(seatIdPattern)).max(studyLimits.members).optional();

export const openRoundSchema = z.strictObject({
  studyId: studyIdSchema,
  /** The number of the next round as it was read; nothing is opened if it has changed. */
  nextRound: roundNumberSchema.optional(),
  /** How many rounds to open one after the other, for the people whose turn it is. */
  count: z.int().min(1).max(maxOpenRounds).default(1),
  personIds: z.array(z.string().regex(personIdPattern)).max(1_000).optional(),
  deadlineAt: z.int().min(0).optional(),
  asksTolerances: z.boolean().optional(),
  seatIds: seatIdsSchema,
  leftOut: seatIdsSchema,
});

export const waitingSchema = z.strictObject({
  studyId: studyIdSchema,
  /** The place in the order of the files where the previous page ended. */
  after: z.int().min(0).default(0),
  search: textSchema(200).trim().default(""),
});

export const extendRoundSchema = z.strictObject({
  studyId: studyIdSchema,
  round: roundNumberSchema,
  deadlineAt: z.int().min(0),
});

export const cancelRoundSchema = z.strictObject({
  studyId: studyIdSchema,
  round: roundNumberSchema,
  reason: z.enum(cancelReasons, { error: t.cancelReason }),
});

export const saveVerdictsSchema = z
  .strictObject({
    studyId: studyIdSchema,
    round: roundNumberSchema,
    seat: seatSchema,
    verdicts: verdictsSchema.refine(({ length }) => length <= 1_000),
    /** Pairs whose saved verdict is deleted. */
    withdrawn: z
      .array(z.tuple([positionSchema, positionSchema]).readonly())
      .max(1_000)
      .default([]),
  })
  .refine(({ verdicts, withdrawn }) => verdicts.length + withdrawn.length > 0);

const bytesSchema = z.string().regex(hex64Pattern, "32 bytes as 64 lower-case hex digits");
const signatureSchema = z.string().regex(hex128Pattern, "64 bytes as 128 lower-case hex digits");

export const sealSchema = z.strictObject({
  studyId: studyIdSchema,
  round: roundNumberSchema,
  seat: seatSchema,
  idempotencyKey: keySchema,
  version: z.int().min(1).max(ballotLimits.versions),
  salt: bytesSchema,
  nonce: bytesSchema,
  shown: bytesSchema,
  commitment: bytesSchema,
  key: bytesSchema,
  signature: signatureSchema,
  verdicts: verdictsSchema.refine(({ length }) => length <= ballotLimits.verdicts),
  votes: annulVotesSchema.exactOptional(),
});

export const addKeySchema = z.strictObject({
  studyId: studyIdSchema,
  /** The account's own seat, or another seat whose key it confirms. */
  seat: z.string().regex(seatIdPattern),
  key: bytesSchema,
  /** A proven key of the account's own seat that signed this one; null makes it unproven. */
  by: z.strictObject({ key: bytesSchema, signature: signatureSchema }).nullable(),
});

export const recordOutcomesSchema = z.strictObject({
  studyId: studyIdSchema,
  idempotencyKey: keySchema,
  outcomes: z
    .array(
      z.strictObject({
        round: roundNumberSchema,
        position: positionSchema,
        value: z.enum(outcomeValues),
        /** Whether this outcome replaces a recorded one. */
        isCorrection: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(1_000),
});

/** How the panel of a round decides, as programs read it. */
export const roundRuleSchema = openedRuleSchema.nullable().meta({
  description: "Which flags report a pair, by places of the panel from 0; null: as many as are needed",
});
