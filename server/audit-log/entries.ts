import { z } from "zod";
import { count, decimal, ordinal } from "#server/learner/config/fields.ts";
import { type LearnerSpec, learnerSpecSchema } from "#server/learner/config/spec.ts";
import { guardSchema, pickNumbersSchema } from "#server/learner/interface/learner.ts";
import { type FixedSpec, fixedSpecSchema } from "#server/learner/policy/fixed.ts";
import * as annulment from "./annulment-schemas.ts";
import { lostClosingSchema, publicNumberSchema, studyBeaconSchema } from "./beacon-chain.ts";
import { loggedCancelReasons } from "./cancel-reasons.ts";
import { choices, closeReasons, closings } from "./closing.ts";
import { openedRuleSchema } from "./decision-rule-schema.ts";
import { decisionBodies } from "./decision-schemas.ts";
import { docketWays } from "./docket-ways.ts";
import { hex64, hex128, personId, seatId, verdictsSchema } from "./fields.ts";
import { objectionBodies } from "./objections.ts";
import { memberBodies, panelChosenSchema, panelSettingsSchema } from "./panel-schemas.ts";
import { erasureCauses, retentionDays } from "./retention.ts";
import { stateHeadSchema } from "./states.ts";
import { verdictWords } from "./verdicts.ts";

/** The schemas of all entry bodies, format 1, as documented in docs/log-format.md. */

const time = z.int().min(0);
const decisions = z.array(z.union([z.literal(0), z.literal(1)]));

/** The number of pairs that all auditors look at first, or "everything" for all pairs. */
export const docketSettingSchema = z.union([z.literal("everything"), z.strictObject({ size: ordinal })]);

const shared = {
  panel: panelSettingsSchema,
  /** Columns that are groups for reporting only; auditors and rules never see them. Absent if there are none. */
  groups: z.array(z.string().min(1)).min(1).exactOptional(),
  /** The data that auditors see (column names in order), and how they see it. */
  presentation: z.strictObject({
    fields: z.array(z.string()),
    chanceFormat: z.literal("in-100"),
    docket: docketSettingSchema,
    /** Whether auditors look at two people before they see the chances. */
    lookFirst: z.boolean(),
    /** Whether auditors may give a reason for a flag. */
    reasons: z.boolean(),
    /** Whether auditors may write notes on pairs. */
    notes: z.boolean(),
    /** Whether one docket pair in twelve is shown a second time. */
    repeat: z.boolean(),
    /** Whether auditors may give the points of difference that would still be acceptable for a pair. */
    tolerance: z.boolean(),
  }),
};

const learningSettingsSchema = z.strictObject({
  learner: learnerSpecSchema as z.ZodType<LearnerSpec>,
  drawAt: z.enum(["close", "opening"]),
  ...shared,
});

/** An audit of the rule in force has no draw. */
const auditSettingsSchema = z.strictObject({
  learner: fixedSpecSchema as z.ZodType<FixedSpec>,
  drawAt: z.null(),
  ...shared,
});

export const settingsSchema = z.union([learningSettingsSchema, auditSettingsSchema]);

/** The seats of a panel, by place. */
const panelSchema = z.array(seatId).min(1);

/** The pairs that all auditors look at first. */
export const docketSchema = z.array(z.tuple([count, count, z.enum(docketWays)]));

/** A draw by one rule for all people, or an even draw with the order in which the chances were summed. */
const drawSchema = z.union([
  z.strictObject({ u: decimal, hypothesis: count, decisions }),
  z.strictObject({ u: decimal, order: z.array(count), decisions }),
]);

export const verdictWordSchema = z.enum(verdictWords);

export const bodySchemas = {
  "study.created": z.strictObject({
    settings: settingsSchema,
    seedTree: z.strictObject({ root: hex64, size: ordinal }),
    /** The signers of this log: its own key, and the witnesses that the server had when the study began. */
    checkpoints: z.strictObject({
      origin: z.string().regex(/^[^\s+]+$/),
      key: hex64,
      witnesses: z.array(z.string().regex(/^[^\s+]+\+[0-9a-f]{8}\+\S+$/)),
    }),
    guidelines: z.strictObject({ version: ordinal, hash: hex64 }),
    /** The source of public numbers for draws; null if draws use none. */
    beacon: studyBeaconSchema.nullable(),
  }),
  "settings.revised": z.strictObject({ settings: settingsSchema }),
  "guidelines.revised": z.strictObject({ version: ordinal, hash: hex64 }),
  "people.imported": z.strictObject({
    fileHash: hex64,
    first: personId,
    last: personId,
    count: ordinal,
    /** Over the digests of these people's features, in the order of the pseudonyms. */
    root: hex64,
  }),
  ...memberBodies,
  "round.opened": z.strictObject({
    round: ordinal,
    t: ordinal,
    appliedSeq: count,
    people: z.array(z.strictObject({ person: personId, digest: hex64, chance: decimal })).min(1),
    /** How the people were chosen. */
    chosen: z.enum(choices),
    /** null in an audit, which has no learner. */
    eta: decimal.nullable(),
    /** null in mode `guarded` and in an audit, which do not use it. */
    fairnessWeight: decimal.nullable(),
    /** Mode `guarded` only. */
    guard: guardSchema.exactOptional(),
    /** Only in a study with a number of picks. */
    picks: pickNumbersSchema.exactOptional(),
    /** null if its lot awaits a public number, until `round.drawn`; the same holds for `neededFlags`. */
    panel: panelSchema.nullable(),
    panelChosen: panelChosenSchema,
    neededFlags: ordinal.nullable(),
    /** Present only if the decision depends on which seats flag, not only on how many. */
    rule: openedRuleSchema.exactOptional(),
    noiseSeed: hex64,
    /** The pairs that all auditors look at first; null for all judgeable pairs. */
    docket: docketSchema.nullable(),
    annulments: annulment.carriedSchema.exactOptional(),
    guidelineVersion: ordinal,
    deadlineAt: time.nullable(),
    /** How the round will close. */
    closing: z.enum(closings),
    drawCommitment: hex64.nullable(),
    /** The public number that the lot or the draw awaits; only with a beacon, and with a lot or a draw at opening. */
    beaconRound: ordinal.exactOptional(),
  }),
  /** The panel, the draw, or both, which the opening left to the public number that it named. */
  "round.drawn": z.strictObject({
    round: ordinal,
    beacon: publicNumberSchema,
    /** null if the opening has it; the same holds for `neededFlags`. */
    panel: panelSchema.nullable(),
    neededFlags: ordinal.nullable(),
    rule: openedRuleSchema.exactOptional(),
    /** null with a draw at close. */
    drawCommitment: hex64.nullable(),
  }),
  "round.extended": z.strictObject({ round: ordinal, deadlineAt: time }),
  /** Pairs for which the panel is asked how far apart the chances may be, in a round without judgeable pairs. */
  "round.tolerances-asked": z.strictObject({
    round: ordinal,
    pairs: z.array(z.tuple([count, count])).min(1),
  }),
  "round.seat-replaced": z.strictObject({ round: ordinal, place: count, seat: seatId }),
  "ballot.sealed": z.strictObject({
    round: ordinal,
    seat: seatId,
    version: ordinal,
    commitment: hex64,
    nonceHash: hex64,
    key: hex64,
    signature: hex128,
  }),
  /** Only with a beacon and a draw at close: no more ballots are accepted, and the draw awaits this public number. */
  "round.closing": z.strictObject({
    round: ordinal,
    reason: z.enum(closeReasons),
    asAnnounced: z.boolean(),
    beaconRound: ordinal,
  }),
  /**
   * One entry for each seat that sealed, so that no entry grows with the panel; the closing follows in the same
   * transaction.
   */
  "ballot.opened": z.strictObject({
    round: ordinal,
    seat: seatId,
    version: ordinal,
    salt: hex64,
    nonce: hex64,
    shown: hex64,
    verdicts: verdictsSchema,
    votes: annulment.annulVotesSchema.exactOptional(),
  }),
  "round.closed": z.strictObject({
    round: ordinal,
    reason: z.enum(closeReasons),
    /** Whether the close matches what the round's opening announced. */
    asAnnounced: z.boolean(),
    violations: z.array(z.strictObject({ high: count, low: count, flagCount: ordinal, weight: decimal })),
    link: hex64,
    /** The inclusion proof of the link in the seed tree. */
    linkProof: z.array(hex64),
    annulments: annulment.decisionsSchema.exactOptional(),
    /** FTPL in mode `paper` only: J of each selected person, 0 for the others. */
    resamples: z.array(count).exactOptional(),
    /** Present except in an audit, which has no draw. */
    draw: drawSchema.exactOptional(),
    /** The public number that `round.closing` named. */
    beacon: publicNumberSchema.exactOptional(),
  }),
  "round.cancelled": z.strictObject({
    round: ordinal,
    reason: z.enum(loggedCancelReasons),
    link: hex64,
    /** The inclusion proof of the link in the seed tree. */
    linkProof: z.array(hex64),
    /**
     * The draw that a close at this moment would have made. Absent in an audit, and with a beacon, where it is unknown.
     */
    draw: drawSchema.exactOptional(),
  }),
  ...decisionBodies,
  ...annulment.annulmentBodies,
  ...objectionBodies,
  "learner.updated": z.strictObject({ fromSeq: count, appliedSeq: count, stateHash: hex64 }),
  /** `state`: the previous state, from which a replay continues; null where no person can have been charged. */
  "person.erased": z.strictObject({
    person: personId,
    /** Whether an operator erased the person, or the retention period set by the last `retention.changed` had ended. */
    cause: z.enum(erasureCauses),
    state: z.strictObject({ head: stateHeadSchema, totals: hex64 }).nullable(),
  }),
  /** The number of days after the end of the study until the features of all people are deleted; null for never. */
  "retention.changed": z.strictObject({ days: retentionDays.nullable() }),
  /**
   * The log continues after a backup was restored. Entries after the backup are lost; they belonged to another history
   * of this study.
   */
  "log.restored": z.strictObject({
    /** The last known entry of the lost history. */
    lostSeq: ordinal,
    lostHead: hex64,
    /**
     * The largest checkpoint signed for the lost history, with its cosignatures. Where none was signed for it: that of
     * the restore before; null if there is none at all.
     */
    lostCheckpoint: z.string().nullable(),
    /** The name under which checkpoints are signed from here on. */
    origin: z.string().regex(/^[^\s+]+$/),
    /** The lost history's `round.closing` of rounds that are open here, so that their draws use the same public numbers. */
    lostClosings: z.array(lostClosingSchema),
    /** The number of links that the lost history used; no round uses them again. */
    skippedLinks: count,
    /** The rounds that are open here and whose links the lost history disclosed; they will be cancelled. */
    shownLinks: z.array(ordinal),
  }),
  "study.ended": z.strictObject({ reason: z.literal("operator") }),
} as const;

export type EntryType = keyof typeof bodySchemas;
export type EntryBody<Type extends EntryType> = z.output<(typeof bodySchemas)[Type]>;
export type LoggedDraw = z.output<typeof drawSchema>;
export type PublicNumber = z.output<typeof publicNumberSchema>;
export type StudySettings = z.output<typeof settingsSchema>;
/** Settings of a study that learns. */
export type LearningSettings = z.output<typeof learningSettingsSchema>;
/** Settings of an audit of the rule in force. */
export type AuditSettings = z.output<typeof auditSettingsSchema>;

export function isAudit(settings: StudySettings): settings is AuditSettings {
  return settings.learner.learner === "fixed";
}

/** Returns the round that an entry's body names; null if it names none. */
export function roundOf(body: EntryBody<EntryType>): number | null {
  return "round" in body ? body.round : null;
}

/** One line of the log. */
export type Entry<Type extends EntryType = EntryType> = {
  readonly v: 1;
  readonly study: string;
  readonly seq: number;
  readonly prev: string;
  readonly at: number;
} & { readonly [T in Type]: { readonly type: T; readonly body: EntryBody<T> } }[Type];
