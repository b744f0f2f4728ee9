import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";
import { DEFAULTS } from "#server/learner/config/params.ts";
import { columnReadingSchema } from "./cells/reading-schema.ts";
import { columnLimit, sourceSchema } from "./file-limits.ts";
import { formatChoicesSchema } from "./reading.ts";
import { ruleListSchema } from "./rule-list.ts";

/**
 * A study that is not published yet, as it was typed: numbers are texts, and what is still wrong is kept too, because
 * the form may be left at any moment. What is missing is worked out from it (settings/missing.ts), never stored.
 */

const line = textSchema;
const numeral = line(40);

const purposeSchema = z.strictObject({
  name: line(120),
  /** What is decided, in words that begin with "who": auditors read it; empty or left out: who is picked. */
  decision: line(80).optional(),
  purpose: line(2_000),
  guidelines: line(50_000),
});

export const columnRoleSchema = z.enum([
  "both",
  "shown",
  "rules",
  "chance",
  "identifier",
  "outcome",
  "ignored",
]);

export const columnChoiceSchema = columnReadingSchema.extend({
  /** Which column of the file, from 0. */
  source: sourceSchema,
  /** What the rules and the record call it. */
  name: line(200),
  /** What auditors read; empty: the name. */
  label: line(200),
  unit: line(40),
  role: columnRoleSchema,
  /** Readable labels of category codes. */
  words: z.array(z.strictObject({ word: line(200), label: line(200) })).max(200),
  /** For the chance of the rule in force: 0 to 1, or 0 to 100. */
  chanceUnit: z.enum(["share", "percent"]),
  /** For an outcome: which cells mean yes and which mean no. */
  yes: z.array(line(200)).max(200),
  no: z.array(line(200)).max(200),
  /** What happens to people whose number lies outside of low..high. */
  outliers: z.strictObject({
    treatment: z.enum(["keep", "leave-out", "set-empty"]),
    low: numeral,
    high: numeral,
  }),
});

const peopleSchema = z.strictObject({
  format: formatChoicesSchema,
  /** In the order of the cards. */
  columns: z.array(columnChoiceSchema).max(columnLimit),
  /** Go on without the rows that have an error. */
  withoutErrors: z.boolean(),
});

const rulesSchema = z.strictObject({
  kind: z.enum([
    "thresholds",
    "conjunctions",
    "disjunctions",
    "signed-conjunctions",
    "signed-disjunctions",
    "decision-lists",
    "trees",
    "scorecards",
    "parities",
    "explicit",
    "listed",
  ]),
  thresholds: z
    .array(
      z.strictObject({
        source: sourceSchema,
        /** Which of a number is better: more of it (above a cut), less, or rules both ways. */
        direction: z.enum(["above", "at-most", "both"]),
        by: z.enum(["quantiles", "typed", "even"]),
        count: numeral,
        values: line(20_000),
        /** Of cuts at even distances: the first, the last at most, and how far apart. */
        range: z.strictObject({ from: numeral, to: numeral, step: numeral }).exactOptional(),
      }),
    )
    .max(columnLimit),
  predicates: z
    .array(
      z.strictObject({
        source: sourceSchema,
        test: z.enum(["at-most", "above", "is", "is-not"]),
        value: line(200),
      }),
    )
    .max(200),
  // What follows has a default because drafts begun earlier lack it.
  /** Of decision lists: the largest number of questions. */
  longest: numeral.default("3"),
  /** Of decision trees: the most questions on a way. */
  depth: numeral.default("2"),
  /** Of scorecards: points of a condition are at most so many. */
  largestPoints: numeral.default("2"),
  /** Of a list of one's own: a rule a line. */
  listed: line(100_000).default(""),
  /** Columns that hold the answers of another model, and the cell that means yes. */
  predictions: z
    .array(z.strictObject({ source: sourceSchema, accepts: line(200) }))
    .max(columnLimit)
    .default([]),
  /** Of a long list from a file: what was found in it. */
  list: ruleListSchema.nullable().default(null),
});

const priorSchema = z.strictObject({
  /** What rules start with; usual: what the mode starts with by itself. Exp2 only, not in mode paper. */
  kind: z.enum(["usual", "uniform", "constants", "share", "score", "records"]),
  /** Of kind share: how many in 100 shall be accepted at the start. */
  share: numeral,
  /** Of kind score: which column of the file is the score in use. */
  source: sourceSchema.nullable(),
});

/** Of mode guarded; the sentences of each stand in components/setup/settings/guarded-words.ts. */
const guardedSchema = z.strictObject({
  /** The dial. */
  allowance: z.enum(["1", "1.5", "2"]),
  step: numeral,
  tauStart: numeral,
  pace: numeral,
  trust: numeral,
  budget: numeral,
  /** Empty: nothing is forgotten. */
  forget: numeral,
});

/** How auditors are asked; the sentences of each stand in components/setup/settings/asking-words.ts. */
const askingSchema = z.strictObject({
  /** Whether a docket says which pairs come first, or all of them are asked for. */
  docket: z.enum(["minutes", "everything"]),
  /** How long the docket of a round may take an auditor. */
  minutes: numeral,
  lookFirst: z.boolean(),
  reasons: z.boolean(),
  notes: z.boolean(),
  repeat: z.boolean(),
  tolerance: z.boolean(),
});

const settingsSchema = z.strictObject({
  roundSize: numeral,
  seats: numeral,
  neededFlags: numeral,
  quorum: numeral,
  deadlineDays: numeral,
  asking: askingSchema,
  alphaPoints: numeral,
  /** Empty: half of alpha. */
  epsPoints: numeral,
  isHorizonKnown: z.boolean(),
  horizon: numeral,
  afterHorizon: z.enum(["end", "anytime"]),
  learner: z.enum(["exp2", "ftpl"]),
  mode: z.enum(["known", "paper", "ix", "guarded"]),
  /** Whom a draw picks; only one rule for everybody in mode paper and for FTPL. */
  draw: z.enum(["even", "one-rule"]),
  prior: priorSchema,
  guarded: guardedSchema,
  multiplier: numeral,
  pairRule: z.enum(["average", "largest-gap", "most-flags"]),
  drawAt: z.enum(["close", "opening"]),
  rejectedHalves: z.enum(["when-settled", "at-close"]),
  // What follows has a default because drafts begun earlier lack it.
  /** Of mode ix: the chance that its guarantee fails. */
  delta: numeral.default(DEFAULTS.delta),
  /** Of FTPL in mode known: rules drawn a round. */
  resampleCount: numeral.default(String(DEFAULTS.resampleCount)),
  /** Of FTPL in mode known: the noise of the proof, or a heuristic that divides it by the multiplier. */
  noise: z.enum(["proof", "heuristic"]).default("proof"),
  omegaMultiplier: numeral.default(DEFAULTS.heuristicOmegaMultiplier),
  /** Whether a round in which nobody can be judged closes by itself once it is opened. */
  closesWithoutPairs: z.boolean().default(true),
  /** Whether the server closes a round once its deadline has passed. */
  closesAtDeadline: z.boolean().default(true),
  /** Whether draws rest on the public beacon of the server it is published on. */
  restsOnBeacon: z.boolean().default(false),
});

/** Whether the study learns fair chances, or audits the rule in force; chosen when the draft is begun. */
export const studyKindSchema = z.enum(["learn", "audit"]);

/** How a seat of a rehearsal judges. */
const madeUpAuditorSchema = z.strictObject({
  kind: z.enum(["weighs", "careless", "first", "silent", "copies"]),
  /** Columns that it weighs; empty: all that are shown. */
  columns: z.array(sourceSchema).max(columnLimit),
  /** Points that people at opposite ends of all these columns deserve to lie apart. */
  deserves: numeral,
  /** Points of difference beyond which it compares nobody; empty: none. */
  cutOff: numeral,
  /** Careless: so many of 100 verdicts are turned round. */
  wrong: numeral,
  /** First: so many pairs are looked at. */
  first: numeral,
  /** Copies: the seat, from 1, of lower number. */
  of: numeral,
});

/** One thing that is otherwise in a second setting of a rehearsal. */
const rehearsedChangeSchema = z.strictObject({
  setting: z.enum(["allowance", "neededFlags", "alphaPoints", "roundSize", "draw", "prior"]),
  value: line(40),
});

const rehearsalSchema = z.strictObject({
  /** By seat; seats beyond the list weigh all that is shown. */
  auditors: z.array(madeUpAuditorSchema).max(200),
  /**
   * What becomes of picked people: a column's cells that mean yes, or so many in 100 by luck; null: nothing was chosen yet
   * (see assumedOutcome).
   */
  outcome: z.strictObject({
    source: z.union([sourceSchema, z.literal("luck")]).nullable(),
    yes: z.array(line(200)).max(200),
    share: numeral,
  }),
  /** Seconds a pair takes. */
  seconds: numeral,
  runs: z.enum(["5", "20", "50"]),
  /** Settings beside the one of the draft. */
  others: z.array(rehearsedChangeSchema).max(2),
});

/** The parts of a draft, each saved whole. */
export const draftParts = {
  purpose: purposeSchema,
  people: peopleSchema.nullable(),
  rules: rulesSchema,
  settings: settingsSchema,
  rehearsal: rehearsalSchema,
};

export const studyDraftSchema = z.strictObject({
  v: z.literal(1),
  /** Rises with each save: whoever saves an older one has not seen what another tab or device did. */
  revision: z.int().min(0),
  savedAt: z.int().min(0),
  kind: studyKindSchema,
  ...draftParts,
});

export type StudyKind = z.output<typeof studyKindSchema>;
export type StudyDraft = z.output<typeof studyDraftSchema>;
export type ColumnChoice = z.output<typeof columnChoiceSchema>;
export type ColumnRole = z.output<typeof columnRoleSchema>;
export type PeopleDraft = z.output<typeof peopleSchema>;
export type RulesDraft = z.output<typeof rulesSchema>;
export type SettingsDraft = z.output<typeof settingsSchema>;
export type GuardedDraft = SettingsDraft["guarded"];
export type RehearsalDraft = z.output<typeof rehearsalSchema>;
export type MadeUpAuditor = RehearsalDraft["auditors"][number];
export type RehearsedChange = RehearsalDraft["others"][number];
export type PriorDraft = SettingsDraft["prior"];

/** What still stands between a draft and its publication. */
export type Missing = { readonly step: StepName; readonly field: string; readonly message: string };

export type StepName = "purpose" | "people" | "rules" | "settings" | "rehearsal" | "publish";
