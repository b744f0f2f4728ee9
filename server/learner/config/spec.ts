/**
 * What a study stores about its learner: plain JSON that regenerates class, learner and every number exactly.
 * Reals that matter for replay are decimal strings, so that what is logged is what is computed with.
 */

/** A column of the people's file, in the order of the cells of every {@link Features} row. */
export type Column = { readonly name: string; readonly type: "number" | "category" | "text" };

/** One person as the learner sees it: one cell per column, numbers as decimal strings, null for a missing cell. */
export type Features = readonly (string | null)[];

/** A named yes/no question about one cell. A missing cell answers no to each of them. */
export type Predicate = {
  readonly column: string;
  /** is-blank asks for a missing cell; its value is empty. */
  readonly test: "at-most" | "above" | "is" | "is-not" | "is-blank";
  readonly value: string;
  /** pass: a missing cell answers yes. Not with is-blank. */
  readonly blank?: "pass";
};

/** Which rules a cut point makes: two, `<= cut` and `> cut`; with a side only that one. */
export type CutSide = {
  readonly side?: "at-most" | "above";
  /** pass: a missing cell is accepted. All cuts of the column then have this, and the same side. */
  readonly blank?: "pass";
};

/** A cut point of one number column. */
export type Cut = { readonly column: string; readonly cut: string } & CutSide;

/** Evenly spaced cut points, `count` of them: from, from + step, from + 2 step, ... */
export type CutRange = {
  readonly column: string;
  readonly from: string;
  /** Above 0. */
  readonly step: string;
  readonly count: number;
} & CutSide;

/** Classes of rules over named predicates that need nothing but the predicates. */
export type PredicateClassKind =
  | "conjunctions"
  | "signed-conjunctions"
  | "disjunctions"
  | "signed-disjunctions"
  | "parities";

/** Classes whose rules are known by a catalogue number. The order of each is part of the log's format. */
export type CatalogueSpec =
  | {
      readonly kind: "thresholds";
      readonly version: 1;
      /** Column by column, ascending in each. */
      readonly cuts: readonly (Cut | CutRange)[];
    }
  | {
      readonly kind: PredicateClassKind;
      readonly version: 1;
      readonly predicates: readonly Predicate[];
    }
  | {
      readonly kind: "decision-lists";
      readonly version: 1;
      readonly predicates: readonly Predicate[];
      /** The largest number of steps before the final answer. */
      readonly longest: number;
    }
  | {
      readonly kind: "trees";
      readonly version: 1;
      readonly predicates: readonly Predicate[];
      /** The most questions on any path from the root to an answer. */
      readonly depth: 2 | 3;
    }
  | {
      readonly kind: "scorecards";
      readonly version: 1;
      readonly predicates: readonly Predicate[];
      /** W: points of a predicate are one of -W..W. */
      readonly largestPoints: number;
    };

/** One rule of an explicit list: a rule of another class, or a column with the predictions of an outside model. */
export type ListedRule =
  | { readonly from: CatalogueSpec; readonly rule: number }
  | { readonly column: string; readonly accepts: string };

export type HypothesisSpec =
  | CatalogueSpec
  | {
      readonly kind: "explicit";
      readonly version: 1;
      readonly rules: readonly ListedRule[];
    }
  | {
      /** A long list, stored next to the log: server/audit-log/rule-list.ts. Not with FTPL. */
      readonly kind: "listed";
      readonly version: 1;
      /** The number of its rules, without the two constants. */
      readonly count: number;
      /** SHA-256 of its text. */
      readonly hash: string;
    };

/**
 * How the violating pairs of a round share one unit of fairness loss. With `all` each of them counts in full (mode
 * `guarded`).
 */
export type PairRule = "average" | "largest-gap" | "most-flags" | "all";

/** When the halves of the rejected people enter the losses: at the round's close, or with its last outcome. */
export type RejectedHalves = "at-close" | "when-settled";

/** Shares of the two constant rules; all other rules share the rest equally. Decimals in [0, 1], together at most 1. */
export type ConstantShares = { readonly none: string; readonly all: string };

/**
 * The weights that rules start with: q. A warm prior is `keep` of a cold one and 1 - keep of prior knowledge.
 *
 *   constants  the two constants have their shares, the others share the rest equally
 *   score      keep · constants + (1 - keep) · the listed rules by their weights: a score that is in use today
 *   records    keep · constants + (1 - keep) · normalised(constants · exp(-rate L)), L the losses of past records
 */
export type Prior =
  | ({ readonly kind: "constants" } & ConstantShares)
  | ({
      readonly kind: "score";
      /** The column of the score. */
      readonly column: string;
      readonly keep: string;
      /** Weights are decimals above 0, taken as shares of their sum. */
      readonly rules: readonly { readonly rule: number; readonly weight: string }[];
    } & ConstantShares)
  | ({
      readonly kind: "records";
      /** How many past records the losses were summed over. */
      readonly count: number;
      readonly keep: string;
      readonly rate: string;
      /** Σ w h(x) (1/2 - y) over the past records, half units, w of mean 1: [N] decimals. */
      readonly losses: readonly string[];
    } & ConstantShares);

/**
 * How many of the k people of a round are picked: exactly, at least or at most that many in every round, or that many
 * on average over all rounds. Smaller rounds scale the number by their size.
 */
export type Picks = {
  readonly rule: "exactly" | "at-least" | "at-most" | "average";
  /** c, a decimal in (0, k]; a whole number with FTPL. */
  readonly count: string;
};

/** The settings of mode `guarded` in addition to α and ε, as decimals. docs/theory.md explains them. */
export type GuardedSpec = {
  /** c, above 0: how fast the limit relaxes after quiet rounds. */
  readonly allowance: string;
  /** How far τ falls after a violating round, in (0, 1]; also the most it rises and the furthest below 0. */
  readonly step: string;
  /** τ before the first round, in [0, 1]. */
  readonly tauStart: string;
  /** M, above 0: how many times the worst-case rate η may reach. */
  readonly pace: string;
  /** Λ, above 0: the log weight that one verdict may move. */
  readonly trust: string;
  /** B, above 0: how much correction is allowed altogether, in k √(t ln N). */
  readonly budget: string;
  /** Losses are clipped at the leader's plus (forget + ln t)/η; null: never. No theorem covers it. */
  readonly forget: string | null;
  /**
   * Present: corrections move chances further up where "accept everyone" outweighs "accept no one". Absent: they never do.
   */
  readonly upwards?: true;
  /**
   * Present: while the known outcomes are clearly more often "no", all people are charged the expected "no" in full and
   * outcomes count at most three times. Fewer wrong decisions where "yes" is rare; Theorem B does not cover it.
   */
  readonly rareYes?: true;
  /** How many openings after its close enforce a verdict, 1..10,000. Absent: all of them. */
  readonly rememberFor?: number;
};

export type LearnerSpec = {
  readonly learner: "exp2" | "ftpl";
  readonly version: 1;
  /** Names the order of sums and the exp and log in use; equal kernels give equal bits. */
  readonly kernel: "portable-1";
  readonly mode: "known" | "paper" | "ix" | "guarded";
  readonly columns: readonly Column[];
  readonly hypotheses: HypothesisSpec;
  /** k: the largest number of people in a round. */
  readonly roundSize: number;
  /** T, or null when it is not known (Exp2 in modes `known`, anytime, and `guarded`, which never uses it). */
  readonly horizon: number | null;
  readonly afterHorizon: "end" | "anytime";
  /** alpha, an exact decimal in [0, 1). */
  readonly alpha: string;
  /** eps in (0, alpha], an exact decimal; not used by mode `paper`. */
  readonly eps: string;
  /** The operator's multiplier for C (Exp2: eps/eta), a decimal above 0; not used by modes `paper` and `guarded`. */
  readonly fairnessMultiplier: string;
  readonly pairRule: PairRule;
  readonly rejectedHalves: RejectedHalves;
  /** Absent: all rules start with equal weights. Exp2 only. */
  readonly prior?: Prior;
  /**
   * How a draw picks people. Absent: the people that one rule accepts (Algorithm 1); `even`: systematic sampling. Exp2
   * in modes `known`, `ix` and `guarded` only.
   */
  readonly draw?: "even";
  /** Absent: as many as the policy accepts. Exp2 with the even draw, and FTPL; not in mode `paper`. */
  readonly picks?: Picks;
  /** Present in mode `guarded` and in no other. */
  readonly guarded?: GuardedSpec;
  /** delta of mode `ix`, a decimal in (0, 1). Present in mode `ix` and in no other. */
  readonly delta?: string;
  /**
   * R of FTPL in mode `known`: rules drawn per round, 2^a 5^b so that hits/R is a decimal. Present in this mode only.
   */
  readonly resampleCount?: number;
  /**
   * A factor on the noise rate omega of FTPL in mode `known`, a decimal above 0. If present, the proof does not apply:
   * C is then eps/omega times the multiplier. Absent: the settings of the proof.
   */
  readonly omegaMultiplier?: string;
};

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
