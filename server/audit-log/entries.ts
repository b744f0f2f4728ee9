import { z } from "zod";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { outcomeValues } from "#server/learner/interface/learner.ts";
import type { FixedSpec } from "#server/learner/policy/fixed.ts";
import { studyBeaconSchema } from "./beacon-chain.ts";
import { loggedCancelReasons } from "./cancel-reasons.ts";
import { choices, closeReasons, closings } from "./closing.ts";
import { docketWays } from "./docket-ways.ts";
import { count, decimal, hex64, hex96, hex128, ordinal, personId, seatId } from "./fields.ts";
import { fixedSpecSchema, learnerSpecSchema } from "./spec-schemas.ts";
import { stateHeadSchema } from "./states.ts";
import { isVerdict, type Verdict, verdictWords } from "./verdicts.ts";

/** The bodies of all log entries, format 1. docs/log-format.md is the reader's side of this file. */

const time = z.int().min(0);
const decisions = z.array(z.union([z.literal(0), z.literal(1)]));

/** How many pairs everybody is asked to look at first, or all of them. */
export const docketSettingSchema = z.union([z.literal("everything"), z.strictObject({ size: ordinal })]);

const shared = {
  panel: z.strictObject({
    gamma: z.strictObject({ numerator: ordinal, denominator: ordinal }),
    /** Ballots below which the operator is warned before closing. */
    quorum: count,
    /** Whether a round in which no pair can be judged is closed as soon as it was opened. */
    closesWithoutPairs: z.boolean(),
    /** Whether a round with a deadline is closed by the server once that has passed. */
    closesAtDeadline: z.boolean(),
  }),
  /** What auditors see, and how: column names in order. */
  presentation: z.strictObject({
    fields: z.array(z.string()),
    chanceFormat: z.literal("in-100"),
    docket: docketSettingSchema,
    /** Whether they look at two people before they see the chances. */
    lookFirst: z.boolean(),
    /** Whether they may say why they flag. */
    reasons: z.boolean(),
    /** Whether they may write notes on pairs. */
    notes: z.boolean(),
    /** Whether one pair of the docket in twelve is asked again. */
    repeat: z.boolean(),
    /** Whether they may say how many points of difference would still be acceptable for a pair. */
    tolerance: z.boolean(),
  }),
};

const learningSettingsSchema = z.strictObject({
  learner: learnerSpecSchema as z.ZodType<LearnerSpec>,
  drawAt: z.enum(["close", "opening"]),
  ...shared,
});

/** An audit of the rule in force draws nobody. */
const auditSettingsSchema = z.strictObject({
  learner: fixedSpecSchema as z.ZodType<FixedSpec>,
  drawAt: z.null(),
  ...shared,
});

export const settingsSchema = z.union([learningSettingsSchema, auditSettingsSchema]);

/** How mode `guarded` came to the chances of a round. */
export const guardSchema = z.strictObject({
  tau: decimal,
  limit: decimal,
  pull: decimal,
  target: decimal,
  isCut: z.boolean(),
  spent: decimal,
  mixability: decimal,
  noShare: decimal,
  /** By position. */
  base: z.array(decimal),
});

/** Which pairs all are asked to look at first. */
export const docketSchema = z.array(z.tuple([count, count, z.enum(docketWays)]));

/** By one rule for everybody, or evenly: then in which order the chances were summed. */
const drawSchema = z.union([
  z.strictObject({ u: decimal, hypothesis: count, decisions }),
  z.strictObject({ u: decimal, order: z.array(count), decisions }),
]);

/** The number of a public beacon that was named before, as it came out. */
const publicNumberSchema = z.strictObject({
  signature: hex96,
  /** A note: the log as it stood when the number was named, cosigned before it came out; null where no witness did. */
  checkpoint: z.string().nullable(),
});

export const verdictWordSchema = z.enum(verdictWords);

export const bodySchemas = {
  "study.created": z.strictObject({
    settings: settingsSchema,
    seedChain: z.strictObject({ anchor: hex64, length: ordinal }),
    /** Who signs for this log: its own key, and the witnesses that the server had when the study began. */
    checkpoints: z.strictObject({
      origin: z.string().regex(/^[^\s+]+$/),
      key: hex64,
      witnesses: z.array(z.string().regex(/^[^\s+]+\+[0-9a-f]{8}\+\S+$/)),
    }),
    guidelines: z.strictObject({ version: ordinal, hash: hex64 }),
    /** Where the public numbers of its draws come from; null: draws rest on none. */
    beacon: studyBeaconSchema.nullable(),
  }),
  "settings.revised": z.strictObject({ settings: settingsSchema }),
  "guidelines.revised": z.strictObject({ version: ordinal, hash: hex64 }),
  "people.imported": z.strictObject({
    fileHash: hex64,
    first: personId,
    last: personId,
    count: ordinal,
    /** Over the digests of their features, in the order of the pseudonyms. */
    root: hex64,
  }),
  "seat.added": z.strictObject({
    seat: seatId,
    replaces: seatId.nullable(),
    by: z.enum(["account", "link-copied", "link-mailed"]),
    /** Ed25519, made in the browser in which the link was taken; null where no browser was there. */
    key: hex64.nullable(),
  }),
  /** Another device of whoever sits there; without `by` nobody but the server says so. */
  "seat.key-added": z.strictObject({
    seat: seatId,
    key: hex64,
    by: z.strictObject({ key: hex64, signature: hex128 }).nullable(),
  }),
  "seat.removed": z.strictObject({ seat: seatId }),
  "round.opened": z.strictObject({
    round: ordinal,
    t: ordinal,
    appliedSeq: count,
    people: z.array(z.strictObject({ person: personId, digest: hex64, chance: decimal })).min(1),
    /** Who chose them. */
    chosen: z.enum(choices),
    /** null in an audit, which learns nothing. */
    eta: decimal.nullable(),
    /** null in mode `guarded` and in an audit, which have none. */
    fairnessWeight: decimal.nullable(),
    /** Mode `guarded` only. */
    guard: guardSchema.exactOptional(),
    panel: z.array(seatId).min(1),
    neededFlags: ordinal,
    noiseSeed: hex64,
    /** Which pairs all are asked to look at first; null: all that can be judged. */
    docket: docketSchema.nullable(),
    guidelineVersion: ordinal,
    deadlineAt: time.nullable(),
    /** How it will close. */
    closing: z.enum(closings),
    drawCommitment: hex64.nullable(),
    /** Which public number its draw awaits; only with a beacon and a draw at opening. */
    beaconRound: ordinal.exactOptional(),
  }),
  /** The draw of a round whose opening named a public number. */
  "round.drawn": z.strictObject({ round: ordinal, beacon: publicNumberSchema, drawCommitment: hex64 }),
  "round.extended": z.strictObject({ round: ordinal, deadlineAt: time }),
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
  /** Only with a beacon and a draw at close: no ballot comes any more, and the draw awaits this public number. */
  "round.closing": z.strictObject({
    round: ordinal,
    reason: z.enum(closeReasons),
    asAnnounced: z.boolean(),
    beaconRound: ordinal,
  }),
  /** One a seat that sealed, so that no entry grows with the panel; the closing follows in the same transaction. */
  "ballot.opened": z.strictObject({
    round: ordinal,
    seat: seatId,
    version: ordinal,
    salt: hex64,
    nonce: hex64,
    shown: hex64,
    verdicts: z.custom<Verdict[]>((value) => Array.isArray(value) && value.every(isVerdict)),
  }),
  "round.closed": z.strictObject({
    round: ordinal,
    reason: z.enum(closeReasons),
    /** Whether that is what its opening said. */
    asAnnounced: z.boolean(),
    violations: z.array(z.strictObject({ high: count, low: count, flagCount: ordinal, weight: decimal })),
    link: hex64,
    /** FTPL in mode `paper` only: J of each selected person, 0 for the others. */
    resamples: z.array(count).exactOptional(),
    /** In every study but an audit, which draws nobody. */
    draw: drawSchema.exactOptional(),
    /** The number that `round.closing` named. */
    beacon: publicNumberSchema.exactOptional(),
  }),
  "round.cancelled": z.strictObject({
    round: ordinal,
    reason: z.enum(loggedCancelReasons),
    link: hex64,
    /** The draw that a close at this moment would have made; none in an audit, and with a beacon nobody knows it. */
    draw: drawSchema.exactOptional(),
  }),
  "outcome.recorded": z.strictObject({
    round: ordinal,
    position: count,
    version: ordinal,
    value: z.enum(outcomeValues),
  }),
  "learner.updated": z.strictObject({ fromSeq: count, appliedSeq: count, stateHash: hex64 }),
  /** `state`: that of before, which a replay goes on from; null where nobody can have been charged. */
  "person.erased": z.strictObject({
    person: personId,
    state: z.strictObject({ head: stateHeadSchema, totals: hex64 }).nullable(),
  }),
  /** The log goes on after a backup that was put back: what came after it is lost, and was another history of this study. */
  "log.restored": z.strictObject({
    /** The last entry of the lost history that is known of. */
    lostSeq: ordinal,
    lostHead: hex64,
    /** The largest checkpoint that was signed for it, with its cosignatures; null where none is known of. */
    lostCheckpoint: z.string().nullable(),
    /** Under which name checkpoints are signed from here on. */
    origin: z.string().regex(/^[^\s+]+$/),
    /** Links that it used, which no round uses again. */
    skippedLinks: count,
    /** Whether the link of the round that is open here was shown in it: then that round is cancelled. */
    linkShown: z.boolean(),
  }),
  "study.ended": z.strictObject({ reason: z.literal("operator") }),
} as const;

export type EntryType = keyof typeof bodySchemas;
export type EntryBody<Type extends EntryType> = z.output<(typeof bodySchemas)[Type]>;
export type LoggedDraw = z.output<typeof drawSchema>;
export type PublicNumber = z.output<typeof publicNumberSchema>;
export type LoggedGuard = z.output<typeof guardSchema>;
export type StudySettings = z.output<typeof settingsSchema>;
/** Of a study that learns. */
export type LearningSettings = z.output<typeof learningSettingsSchema>;
/** Of an audit of the rule in force. */
export type AuditSettings = z.output<typeof auditSettingsSchema>;

export function isAudit(settings: StudySettings): settings is AuditSettings {
  return settings.learner.learner === "fixed";
}

/** The round that an entry's body names, if it names one. */
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
