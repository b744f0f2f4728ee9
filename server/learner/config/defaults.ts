import { compareDecimals } from "#server/learner/numeric/decimal.ts";
import type { GuardedSpec, LearnerSpec, PairRule, RejectedHalves } from "./spec.ts";

/** All defaults of the learner. A study stores the values that it uses in its spec. */
export const DEFAULTS = {
  mode: "known",
  kernel: "portable-1",
  fairnessMultiplier: "1",
  pairRule: "average" satisfies PairRule,
  /** Mode `paper` takes one pair a round, so averaging is undefined there. */
  paperPairRule: "largest-gap" satisfies PairRule,
  /**
   * Better than `at-close` in the simulations of docs/theory.md, section 11: acceptance does not look free before
   * outcomes arrive.
   */
  rejectedHalves: "when-settled" satisfies RejectedHalves,
  afterHorizon: "end",
  /** Only for mode `ix`: the probability that its bound fails. */
  delta: "0.05",
  /** Only for mode `guarded`; measured on synthetic panels in docs/theory.md. */
  guarded: {
    allowance: "1",
    step: "0.2",
    tauStart: "0.1",
    pace: "10",
    trust: "3",
    budget: "4",
    forget: null,
  } as const satisfies GuardedSpec,
  /** Each constant rule's share of the prior in mode `guarded`. */
  constantShare: "0.25",
  /** The cold prior's share in a warm prior. */
  keep: "0.2",
  /** R of FTPL: chances have three digits. */
  resampleCount: 1000,
  /** For studies outside FTPL's proof: it behaved well in simulations. */
  heuristicOmegaMultiplier: "16",
} as const;

/** Limits beyond which a spec is refused; nothing is clipped. */
export const LIMITS = {
  roundSize: 1_000,
  horizon: 1_000_000_000,
  /**
   * For thresholds, in ranges and listed: a number for each of 10^7 rules takes 80 MB wherever all rules are evaluated.
   */
  cuts: 5_000_000,
  /** Cuts that are listed one by one: each is written to the log. */
  listedCuts: 100_000,
  /** Cuts with FTPL, in mode `guarded` and with priors for each rule. These keep a number for every rule. */
  numberedCuts: 100_000,
  /** Cuts of a score that a prior follows: their rules are written to the log one by one. */
  scoreCuts: 10_000,
  /** For classes with 2^n rules: one number for each of 2^24 rules takes 134 MB, and an opening holds two. */
  predicates: 24,
  /** For classes with 3^n rules: 3^12 = 531,441. */
  signedPredicates: 12,
  /** Rules of a class that is enumerated (decision lists; decision trees where all of them are evaluated). */
  enumeratedRules: 100_000,
  listPredicates: 12,
  listSteps: 6,
  /**
   * Questions of decision trees, which are never listed: a call of their oracle costs n³, and their numbers stay below
   * 2^53.
   */
  treePredicates: 64,
  treeDepths: [2, 3] as readonly (2 | 3)[],
  scorecardPredicates: 8,
  /** (2W + 1)^n 2^n: point vectors times answer vectors, what enumerating scorecards costs. */
  scorecardWork: 2_097_152,
  /** Rules that are listed one by one: each is written to the log. */
  listedRules: 10_000,
  /** Rules of a list that the log identifies by a hash: 8 MB of numbers wherever all of them are evaluated. */
  hashedRules: 1_000_000,
  /** Different conditions of a list with a hash: all are evaluated for each person. */
  hashedPredicates: 2_000,
  /** Conditions of one rule of a list with a hash. */
  hashedLength: 24,
  /** The largest weight of a past record relative to one whose person was certainly accepted. */
  recordedWeight: 10,
  /** Rules of a class whose prior comes from past records: their losses are written to the log. */
  recordedRules: 20_000,
  /** Below this α, the margin under the spread limit is lost in rounding. Mode `guarded` only. */
  leastGuardedAlpha: "0.00001",
  /** The upper end of settings of mode `guarded` that have no other. */
  guardedSetting: 1_000,
  /** The largest number of openings for which mode `guarded` remembers a verdict that expires. */
  rememberedOpenings: 10_000,
  resampleCount: 1_000_000,
  /** A study with real people must be refused below this R; simulations may use less. The learner does not check it. */
  leastLiveResampleCount: 1000,
  /** R · s · (variables per context): the number of draws in an opening of FTPL; about 5 seconds. */
  noisePerRound: 100_000_000,
  gammaDenominator: 1_000_000,
  seats: 10_000,
  /** For a panel rule: the depth of nested any and all, and the number of all parts. */
  panelRuleDepth: 16,
  panelRuleParts: 1_000,
} as const;

/** The constants of the learning rates; derivations in schedule.ts, bounds.ts and ftpl/settings.ts. */
export const RATES = {
  /** η = (1/k) √(0.8 ln N / T): the minimum of 2 ln N/η + 2.5 η k² T. */
  fixed: 0.8,
  /** η = (1/k) √(c ln N / 2^j) on the block 2^j <= t < 2^(j+1): c = 1/3, next to the minimum at 0.8 (√2 - 1). */
  anytime: 1 / 3,
  /** FTPL, mode known: ω0² = 2√2 √(s ln N)/(s k² L T). */
  ftpl: 2 * Math.SQRT2,
  /** FTPL, mode paper: (dω)² = (5/4) √(d s) ln N/(d³ s L T). */
  ftplPaper: 5 / 4,
} as const;

/** Returns whether a spec's ε is in (0, α], in exact arithmetic. */
export function isEpsInsideAlpha(spec: Pick<LearnerSpec, "alpha" | "eps">): boolean {
  return compareDecimals(spec.eps, "0") > 0 && compareDecimals(spec.eps, spec.alpha) <= 0;
}
