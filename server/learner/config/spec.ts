import { z } from "zod";
import { count, decimal, ordinal, type ReadBy, shortest } from "./fields.ts";

/**
 * What a study stores about its learner: plain JSON that regenerates class, learner and every number exactly.
 * Reals that matter for replay are decimal strings, so that what is logged is what is computed with.
 */

const version = z.literal(1);

export const columnSchema = z.strictObject({
  name: z.string().min(1),
  type: z.enum(["number", "category", "text"]),
});

/** A column of the people's file, in the order of the cells of every {@link Features} row. */
export type Column = ReadBy<typeof columnSchema>;

/** One person as the learner sees it: one cell per column, numbers as decimal strings, null for a missing cell. */
export type Features = readonly (string | null)[];

const predicateSchema = z.strictObject({
  column: z.string(),
  /** is-blank asks for a missing cell; its value is empty. */
  test: z.enum(["at-most", "above", "is", "is-not", "is-blank"]),
  value: z.string(),
  /** pass: a missing cell answers yes. Not with is-blank. */
  blank: z.literal("pass").exactOptional(),
});

/** A named yes/no question about one cell. A missing cell answers no to each of them. */
export type Predicate = ReadBy<typeof predicateSchema>;

export const predicatesSchema = z.array(
  predicateSchema.refine(({ test, value }) => test !== "is-blank" || value === ""),
);

/** Which rules a cut point makes: two, `<= cut` and `> cut`; with a side only that one. */
const cutSide = {
  side: z.enum(["at-most", "above"]).exactOptional(),
  /** pass: a missing cell is accepted. All cuts of the column then have this, and the same side. */
  blank: z.literal("pass").exactOptional(),
};

const cutSchema = z.strictObject({ column: z.string(), cut: z.string(), ...cutSide });

/** A cut point of one number column. */
export type Cut = ReadBy<typeof cutSchema>;

const cutRangeSchema = z.strictObject({
  column: z.string(),
  from: decimal,
  /** Above 0. */
  step: decimal,
  count: ordinal,
  ...cutSide,
});

/** Evenly spaced cut points, `count` of them: from, from + step, from + 2 step, ... */
export type CutRange = ReadBy<typeof cutRangeSchema>;

const predicateClassSchema = z.strictObject({
  kind: z.enum(["conjunctions", "signed-conjunctions", "disjunctions", "signed-disjunctions", "parities"]),
  version,
  predicates: predicatesSchema,
});

/** Classes of rules over named predicates that need nothing but the predicates. */
export type PredicateClassKind = ReadBy<typeof predicateClassSchema>["kind"];

const catalogueSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("thresholds"),
    version,
    /** Column by column, ascending in each. */
    cuts: z.array(z.union([cutSchema, cutRangeSchema])),
  }),
  predicateClassSchema,
  z.strictObject({
    kind: z.literal("decision-lists"),
    version,
    predicates: predicatesSchema,
    /** The largest number of steps before the final answer. */
    longest: ordinal,
  }),
  z.strictObject({
    kind: z.literal("trees"),
    version,
    predicates: predicatesSchema,
    /** The most questions on any path from the root to an answer. */
    depth: z.literal([2, 3]),
  }),
  z.strictObject({
    kind: z.literal("scorecards"),
    version,
    predicates: predicatesSchema,
    /** W: points of a predicate are one of -W..W. */
    largestPoints: ordinal,
  }),
]);

/** Classes whose rules are known by a catalogue number. The order of each is part of the log's format. */
export type CatalogueSpec = ReadBy<typeof catalogueSchema>;

const listedRuleSchema = z.union([
  z.strictObject({ from: catalogueSchema, rule: count }),
  z.strictObject({ column: z.string(), accepts: z.string() }),
]);

/** One rule of an explicit list: a rule of another class, or a column with the predictions of an outside model. */
export type ListedRule = ReadBy<typeof listedRuleSchema>;

/** A class of rules as studies store it; `hypothesisClass` checks the rest. */
export const hypothesesSchema = z.discriminatedUnion("kind", [
  catalogueSchema,
  z.strictObject({ kind: z.literal("explicit"), version, rules: z.array(listedRuleSchema) }),
  /** A long list, stored next to the log: server/audit-log/rule-list.ts. Not with FTPL. */
  z.strictObject({
    kind: z.literal("listed"),
    version,
    /** The number of its rules, without the two constants. */
    count: ordinal,
    /** SHA-256 of its text. */
    hash: z.string().regex(/^[0-9a-f]{64}$/),
  }),
]);

export type HypothesisSpec = ReadBy<typeof hypothesesSchema>;

/** Shares of the two constant rules; all other rules share the rest equally. Decimals in [0, 1], together at most 1. */
const constantShares = { none: decimal, all: decimal };

const priorSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("constants"), ...constantShares }),
  z.strictObject({
    kind: z.literal("score"),
    /** The column of the score. */
    column: z.string(),
    keep: decimal,
    /** Weights are decimals above 0, taken as shares of their sum. */
    rules: z.array(z.strictObject({ rule: count, weight: decimal })),
    ...constantShares,
  }),
  z.strictObject({
    kind: z.literal("records"),
    /** How many past records the losses were summed over. */
    count: ordinal,
    keep: decimal,
    rate: decimal,
    /** Σ w h(x) (1/2 - y) over the past records, half units, w of mean 1: [N] decimals. */
    losses: z.array(decimal),
    ...constantShares,
  }),
]);

/**
 * The weights that rules start with: q. A warm prior is `keep` of a cold one and 1 - keep of prior knowledge.
 *
 *   constants  the two constants have their shares, the others share the rest equally
 *   score      keep · constants + (1 - keep) · the listed rules by their weights: a score that is in use today
 *   records    keep · constants + (1 - keep) · normalised(constants · exp(-rate L)), L the losses of past records
 */
export type Prior = ReadBy<typeof priorSchema>;
export type ConstantShares = Pick<Prior, keyof typeof constantShares>;

export const picksSchema = z.strictObject({
  rule: z.enum(["exactly", "at-least", "at-most", "average"]),
  /** c, a decimal in (0, k]; a whole number with FTPL. */
  count: decimal,
});

/**
 * How many of the k people of a round are picked: exactly, at least or at most that many in every round, or that many
 * on average over all rounds. Smaller rounds scale the number by their size.
 */
export type Picks = ReadBy<typeof picksSchema>;

const guardedSchema = z.strictObject({
  /** c, above 0: how fast the limit relaxes after quiet rounds. */
  allowance: decimal,
  /** How far τ falls after a violating round, in (0, 1]; also the most it rises and the furthest below 0. */
  step: decimal,
  /** τ before the first round, in [0, 1]. */
  tauStart: decimal,
  /** M, above 0: how many times the worst-case rate η may reach. */
  pace: decimal,
  /** Λ, above 0: the log weight that one verdict may move. */
  trust: decimal,
  /** B, above 0: how much correction is allowed altogether, in k √(t ln N). */
  budget: decimal,
  /** Losses are clipped at the leader's plus (forget + ln t)/η; null: never. No theorem covers it. */
  forget: decimal.nullable(),
  /**
   * Present: corrections move chances further up where "accept everyone" outweighs "accept no one". Absent: they never do.
   */
  upwards: z.literal(true).exactOptional(),
  /**
   * Present: while the known outcomes are clearly more often "no", all people are charged the expected "no" in full and
   * outcomes count at most three times. Fewer wrong decisions where "yes" is rare; Theorem B does not cover it.
   */
  rareYes: z.literal(true).exactOptional(),
  /** How many openings after its close enforce a verdict, 1..10,000. Absent: all of them. */
  rememberFor: ordinal.exactOptional(),
});

/** The settings of mode `guarded` in addition to α and ε, as decimals. docs/theory.md explains them. */
export type GuardedSpec = ReadBy<typeof guardedSchema>;

export const learnerSpecSchema = z.strictObject({
  learner: z.enum(["exp2", "ftpl"]),
  version,
  /** Names the order of sums and the exp and log in use; equal kernels give equal bits. */
  kernel: z.literal("portable-1"),
  mode: z.enum(["known", "paper", "ix", "guarded"]),
  columns: z.array(columnSchema),
  hypotheses: hypothesesSchema,
  /** k: the largest number of people in a round. */
  roundSize: ordinal,
  /** T, or null when it is not known (Exp2 in modes `known`, anytime, and `guarded`, which never uses it). */
  horizon: ordinal.nullable(),
  afterHorizon: z.enum(["end", "anytime"]),
  /** alpha, an exact decimal in [0, 1). */
  alpha: shortest,
  /** eps in (0, alpha], an exact decimal; not used by mode `paper`. */
  eps: shortest,
  /** The operator's multiplier for C (Exp2: eps/eta), a decimal above 0; not used by modes `paper` and `guarded`. */
  fairnessMultiplier: decimal,
  /**
   * How the violating pairs of a round share one unit of fairness loss. With `all` each of them counts in full (mode
   * `guarded`).
   */
  pairRule: z.enum(["average", "largest-gap", "most-flags", "all"]),
  /** When the halves of the rejected people enter the losses: at the round's close, or with its last outcome. */
  rejectedHalves: z.enum(["at-close", "when-settled"]),
  /** Absent: all rules start with equal weights. Exp2 only. */
  prior: priorSchema.exactOptional(),
  /**
   * How a draw picks people. Absent: the people that one rule accepts (Algorithm 1); `even`: systematic sampling. Exp2
   * in modes `known`, `ix` and `guarded` only.
   */
  draw: z.literal("even").exactOptional(),
  /** Absent: as many as the policy accepts. Exp2 with the even draw, and FTPL; not in mode `paper`. */
  picks: picksSchema.exactOptional(),
  /** Present in mode `guarded` and in no other. */
  guarded: guardedSchema.exactOptional(),
  /** delta of mode `ix`, a decimal in (0, 1). Present in mode `ix` and in no other. */
  delta: shortest.exactOptional(),
  /**
   * R of FTPL in mode `known`: rules drawn per round, 2^a 5^b so that hits/R is a decimal. Present in this mode only.
   */
  resampleCount: ordinal.exactOptional(),
  /**
   * A factor on the noise rate omega of FTPL in mode `known`, a decimal above 0. If present, the proof does not apply:
   * C is then eps/omega times the multiplier. Absent: the settings of the proof.
   */
  omegaMultiplier: decimal.exactOptional(),
});

export type LearnerSpec = ReadBy<typeof learnerSpecSchema>;
export type PairRule = LearnerSpec["pairRule"];
export type RejectedHalves = LearnerSpec["rejectedHalves"];

/** gamma = numerator/denominator, the share of the panel that makes a violation, in (0, 1]. */
export type Gamma = { readonly numerator: number; readonly denominator: number };

/**
 * When the flags on a pair make a violation. The rule is monotone, with f(no auditor) = 0 and f(all auditors) = 1. It
 * has no negation, so one more flag never removes a violation. Auditors are numbered from 0 by their seats.
 */
export type PanelRule =
  /** At least this many flags. */
  | { readonly kind: "at-least"; readonly flags: number }
  /** At least the share gamma of the panel: the paper's own rule. */
  | { readonly kind: "share"; readonly gamma: Gamma }
  /** The flagging auditors' weights sum to at least the threshold. Decimals: [m], each >= 0. */
  | { readonly kind: "weighted"; readonly weights: readonly string[]; readonly threshold: string }
  | { readonly kind: "any" | "all"; readonly rules: readonly PanelRule[] }
  /** This auditor flags the pair. */
  | { readonly kind: "auditor"; readonly auditor: number };
