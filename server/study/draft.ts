import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";
import { columnReadingSchema } from "./cells/reading-schema.ts";
import { decisionRuleDraftSchema } from "./decision-rule-draft.ts";
import { columnLimit } from "./file-limits.ts";
import { panelSelectionDraftSchema } from "./panel-selection-draft.ts";
import { formatChoicesSchema } from "./reading.ts";
import { ruleListSchema } from "./rule-list.ts";
import { sourceSchema } from "./source-schema.ts";
import { strictnessSchema } from "./strictness.ts";

/**
 * An unpublished study as it was typed. Numbers are texts, and invalid values are kept too, because the form may be
 * left at any moment. Problems are computed from it (settings/missing.ts), never stored.
 */

const line = textSchema;
const numeral = line(40);

const purposeSchema = z.strictObject({
  name: line(120),
  /** The decision, in words that begin with "who"; auditors read it. Empty or left out: who is picked. */
  decision: line(80).optional(),
  purpose: line(2_000),
  guidelines: line(20_000),
});

export const columnRoleSchema = z.enum([
  "both",
  "shown",
  "rules",
  "chance",
  "group",
  "identifier",
  "outcome",
  "ignored",
]);

export const columnChoiceSchema = columnReadingSchema.extend({
  /** The column of the file, from 0. */
  source: sourceSchema,
  /** The name in the rules and the record. */
  name: line(200),
  /** The name for auditors; empty: the name above. */
  label: line(200),
  unit: line(40),
  role: columnRoleSchema,
  /** Readable labels of category codes. */
  words: z.array(z.strictObject({ word: line(200), label: line(200) })).max(200),
  /** The unit of the chance under the rule in force: 0 to 1, or 0 to 100. */
  chanceUnit: z.enum(["share", "percent"]),
  /** The cells of an outcome that mean yes, and those that mean no. */
  yes: z.array(line(200)).max(200),
  no: z.array(line(200)).max(200),
  /** How people whose number is outside low..high are treated. */
  outliers: z.strictObject({
    treatment: z.enum(["keep", "leave-out", "set-empty"]),
    ...{ low: numeral, high: numeral },
  }),
  /** Numbers at which a group column of numbers is cut, such as "30, 50"; empty: each value is a group. */
  cuts: line(400),
});

const peopleSchema = z.strictObject({
  format: formatChoicesSchema,
  /** In the order of the cards. */
  columns: z.array(columnChoiceSchema).max(columnLimit),
  /** Continue without the rows that have an error. */
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
        /** Which numbers are better: higher (above a cut), lower, or rules in both directions; unclear: not chosen. */
        direction: z.enum(["above", "at-most", "both", "unclear"]),
        by: z.enum(["quantiles", "typed", "even"]),
        count: numeral,
        values: line(20_000),
        /** Evenly spaced cuts: the first, the upper limit of the last, and the distance. */
        range: z.strictObject({ from: numeral, to: numeral, step: numeral }).exactOptional(),
        /** pass: its rules accept people with an empty cell. */
        blank: z.literal("pass").exactOptional(),
      }),
    )
    .max(columnLimit),
  predicates: z
    .array(
      z.strictObject({
        source: sourceSchema,
        test: z.enum(["at-most", "above", "is", "is-not", "is-blank"]),
        value: line(200),
        /** pass: an empty cell answers yes. */
        blank: z.literal("pass").exactOptional(),
      }),
    )
    .max(200),
  /** The largest number of questions of a decision list. */
  longest: numeral,
  /** The most questions on one path of a decision tree. */
  depth: numeral,
  /** The maximum points of a condition of a scorecard. */
  largestPoints: numeral,
  /** The rules of a typed list, one a line. */
  listed: line(100_000),
  /** Columns that hold the answers of another model, and the cell that means yes. */
  predictions: z.array(z.strictObject({ source: sourceSchema, accepts: line(200) })).max(columnLimit),
  /** A summary of a long list of rules from a file. */
  list: ruleListSchema.nullable(),
});

const priorSchema = z.strictObject({
  /** The start weights of rules; usual: the default of the mode. Exp2 only, not in mode paper. */
  kind: z.enum(["usual", "uniform", "constants", "share", "score", "records"]),
  /** For kind share: how many in 100 to accept at the start. */
  share: numeral,
  /** For kind score: the file's column with the score in use. */
  source: sourceSchema.nullable(),
});

/** Settings of mode guarded; their texts are in components/setup/settings/guarded-words.ts. */
const guardedSchema = z.strictObject({
  allowance: z.enum(["1", "1.5", "2"]),
  stepPoints: numeral,
  tauStartPoints: numeral,
  pace: numeral,
  trust: numeral,
  budget: numeral,
  /** Empty: no charge is forgotten. */
  forget: numeral,
  /** Empty: verdicts do not expire. */
  rememberFor: numeral,
});

const picksSchema = z.strictObject({
  /** Whether a number of people is picked, and how strictly; usual: see picksRuleOf. Not in mode paper. */
  rule: z.enum(["usual", "free", "exactly", "at-least", "at-most", "average"]),
  /** How many people of a full round; empty: the proposed number. */
  count: numeral,
});

/** How auditors judge; the texts are in components/setup/settings/asking-words.ts. */
const askingSchema = z.strictObject({
  /** Whether a docket puts some pairs first, or auditors look at all of them. */
  docket: z.enum(["minutes", "everything"]),
  /** How many minutes a round's docket may take an auditor. */
  minutes: numeral,
  lookFirst: z.boolean(),
  reasons: z.boolean(),
  notes: z.boolean(),
  repeat: z.boolean(),
  tolerance: z.boolean(),
});

const settingsSchema = z.strictObject({
  roundSize: numeral,
  picks: picksSchema,
  seats: numeral,
  neededFlags: numeral,
  decisionRule: decisionRuleDraftSchema,
  /** How the panel of a round is chosen from the auditors; with a lot or rotation it has `seats` members. */
  panelSelection: panelSelectionDraftSchema,
  quorum: numeral,
  deadlineDays: numeral,
  asking: askingSchema,
  alphaPoints: numeral,
  /** Empty: half of alpha. */
  epsPoints: numeral,
  /** The number of rounds; empty: not known. */
  horizon: numeral,
  afterHorizon: z.enum(["end", "anytime"]),
  learner: z.enum(["exp2", "ftpl"]),
  mode: z.enum(["known", "paper", "ix", "guarded"]),
  /** How a draw picks people; mode paper and FTPL allow only one rule for all people. */
  draw: z.enum(["even", "one-rule"]),
  prior: priorSchema,
  guarded: guardedSchema,
  multiplier: numeral,
  pairRule: z.enum(["average", "largest-gap", "most-flags"]),
  drawAt: z.enum(["close", "opening"]),
  rejectedHalves: z.enum(["when-settled", "at-close"]),
  /** For mode ix: the probability that its guarantee fails. */
  delta: numeral,
  /** For FTPL in mode known: rules drawn in a round. */
  resampleCount: numeral,
  /** For FTPL in mode known: the noise of the proof, or a heuristic that divides it by the multiplier. */
  noise: z.enum(["proof", "heuristic"]),
  omegaMultiplier: numeral,
  /** Whether a round without judgeable pairs closes by itself once it is opened. */
  closesWithoutPairs: z.boolean(),
  /** Whether the server closes a round once its deadline has passed. */
  closesAtDeadline: z.boolean(),
  /** Whether draws use the public beacon of the server on which the study is published. */
  restsOnBeacon: z.boolean(),
});

/** Whether the study learns fair chances, or audits the rule in force; chosen when the draft is created. */
export const studyKindSchema = z.enum(["learn", "audit"]);

/** How a seat of a rehearsal judges. */
const simulatedAuditorSchema = z.strictObject({
  kind: z.enum(["weighs", "careless", "first", "silent", "copies"]),
  /** Columns that the seat weighs; empty: all shown columns. */
  columns: z.array(sourceSchema).max(columnLimit),
  /** How many points apart people at opposite ends of all these columns should be. */
  deserves: numeral,
  /** Points of difference beyond which it does not compare people; empty: none. */
  cutOff: numeral,
  /** For a careless seat: how many of 100 verdicts are reversed. */
  wrong: numeral,
  /** For a seat that judges only the first pairs: how many. */
  first: numeral,
  /** For a seat that copies: the other seat, from 1, with a lower number. */
  of: numeral,
});

/** One change in a second setting of a rehearsal. */
const rehearsedChangeSchema = z.strictObject({
  setting: z.enum(["allowance", "neededFlags", "alphaPoints", "roundSize", "draw", "prior"]),
  value: line(40),
});

const rehearsalSchema = z.strictObject({
  /** How many auditors the study has, from whom a lot or turns choose panels; otherwise all planned ones judge. */
  members: numeral,
  /** By seat; seats beyond the list weigh all shown columns. */
  auditors: z.array(simulatedAuditorSchema).max(200),
  /**
   * The outcomes of picked people: a column's cells that mean yes, or a random share in 100; null: not chosen yet (see
   * assumedOutcome).
   */
  outcome: z.strictObject({
    source: z.union([sourceSchema, z.literal("luck")]).nullable(),
    yes: z.array(line(200)).max(200),
    share: numeral,
  }),
  /** Seconds for each pair. */
  seconds: numeral,
  runs: z.enum(["5", "20", "50"]),
  strictness: strictnessSchema,
  /** Settings in addition to the draft's own. */
  others: z.array(rehearsedChangeSchema).max(2),
});

/** The parts of a draft, each saved as a whole. */
export const draftParts = {
  purpose: purposeSchema,
  people: peopleSchema.nullable(),
  rules: rulesSchema,
  settings: settingsSchema,
  rehearsal: rehearsalSchema,
};

export const studyDraftSchema = z.strictObject({
  v: z.literal(1),
  /** Increases with each save. A client that saves an older revision has not seen another tab's or device's changes. */
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
export type SimulatedAuditor = RehearsalDraft["auditors"][number];
export type RehearsedChange = RehearsalDraft["others"][number];
export type PicksDraft = SettingsDraft["picks"];
export type PriorDraft = SettingsDraft["prior"];

/** A reason why a draft cannot be published yet. */
export type Missing = { readonly step: StepName; readonly field: string; readonly message: string };

export type StepName = "purpose" | "people" | "rules" | "settings" | "rehearsal" | "publish";
