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
  readonly test: "at-most" | "above" | "is" | "is-not";
  readonly value: string;
};

/** A cut point of one number column; it makes two rules, `<= cut` and `> cut`. */
export type Cut = { readonly column: string; readonly cut: string };

export type HypothesisSpec =
  | { readonly kind: "thresholds"; readonly version: 1; readonly cuts: readonly Cut[] }
  | { readonly kind: "conjunctions"; readonly version: 1; readonly predicates: readonly Predicate[] };

/** How the violating pairs of a round share one unit of fairness loss. */
export type PairRule = "average" | "largest-gap" | "most-flags";

/** When the halves of the rejected people enter the losses: at the round's close, or with its last outcome. */
export type RejectedHalves = "at-close" | "when-settled";

export type LearnerSpec = {
  readonly learner: "exp2";
  readonly version: 1;
  /** Names the order of sums and the exp and log in use; equal kernels give equal bits. */
  readonly kernel: "portable-1";
  readonly mode: "known" | "paper";
  readonly columns: readonly Column[];
  readonly hypotheses: HypothesisSpec;
  /** k: the largest number of people in a round. */
  readonly roundSize: number;
  /** T, or null when it is not known (mode `known` only: anytime). */
  readonly horizon: number | null;
  readonly afterHorizon: "end" | "anytime";
  /** alpha, an exact decimal in [0, 1). */
  readonly alpha: string;
  /** eps in (0, alpha], an exact decimal; not used by mode `paper`. */
  readonly eps: string;
  /** The operator's dial on C = eps/eta, a decimal above 0; not used by mode `paper`. */
  readonly fairnessMultiplier: string;
  readonly pairRule: PairRule;
  readonly rejectedHalves: RejectedHalves;
};

/** gamma = numerator/denominator, the share of the panel that makes a violation, in (0, 1]. */
export type Gamma = { readonly numerator: number; readonly denominator: number };
