import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { validateSpec } from "#server/learner/config/validate-spec.ts";
import { type EstimatorSpec, outcomeCharges, roundCharges } from "#server/learner/interface/estimators.ts";
import { checkPeople, type Learner, type Policy } from "#server/learner/interface/learner.ts";
import { bytesOfTotals, checkHead, totalsIn } from "#server/learner/interface/serialised-state.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { openRules, type RulePrior } from "#server/learner/numeric/kernels/passes.ts";
import { listedClass } from "../classes/catalogue.ts";
import type { HypothesisClass } from "../classes/class.ts";
import { chanceMargin, settingsAt } from "../config/schedule.ts";
import { drawByWeights } from "../policy/draw-by-weights.ts";
import { LazyIntervalTotals } from "../policy/interval-sums.ts";
import { LazyTotals } from "../policy/lazy-totals.ts";
import { checkedSums } from "../policy/place-sums.ts";
import { constantShares, priorOf } from "../policy/prior.ts";
import { openRuns } from "../policy/run-weights.ts";
import { runsOf } from "../policy/runs.ts";
import { LazyVectorTotals } from "../policy/vector-sums.ts";
import { answeringGroups } from "../policy/weights.ts";

/** The state of Exp2 between two calls. Weights are not stored: each opening rebuilds them from the raw totals. */
export type Exp2State = {
  readonly spec: LearnerSpec;
  readonly rules: HypothesisClass;
  /** q: summing to one; null: all equal. */
  readonly prior: RulePrior | null;
  readonly totals: Exp2Totals;
  /** Rounds applied; the next opening is round t + 1. */
  readonly t: number;
};

/**
 * Totals by interval for thresholds, by answer vector and by rule for classes over sets of predicates, by rule for
 * others.
 */
export type Exp2Totals = LazyTotals | LazyIntervalTotals | LazyVectorTotals;

/** Returns zero totals for a class. */
export function totalsOf(rules: HypothesisClass): Exp2Totals {
  const { ladders, vectors } = rules;
  if (ladders !== undefined) return LazyIntervalTotals.of(ladders);
  return vectors === undefined ? LazyTotals.of(rules) : LazyVectorTotals.of(rules, vectors);
}

/**
 * Exp2 (exponential weights over all rules) as a {@link Learner}.
 *
 *   π^t = Σ_h w_h h / Σ_h w_h,  w_h = q_h exp(-η_t (L_h - min L)),  L_h += Σ cost · h(x),  q_h = 1 without a prior
 *
 * A learning rate that changes (anytime) needs no special case: the weights of a round come from the raw cumulative
 * losses and that round's η.
 *
 * Cost: open N exponentials and O(N k/8), draw the exponentials of a chunk of rules. Charges of applyRound and
 * applyOutcome are added when the totals are read: by an opening in its own pass, otherwise in a pass of O(N k/8). With
 * thresholds R replaces N: runs of cuts between the cells of charged people (policy/runs.ts), so a round's cost grows
 * with the people, not with the rules.
 * Source: NOTATION rows "Exp2 weights", "Exp2 update", "draw" (Thm 4.4, Alg. 1).
 */
export const exp2: Learner<Exp2State> = {
  init(spec) {
    if (spec.learner !== "exp2") throw new LearnerError("unknown-kind", `Exp2 asked to be ${spec.learner}`);
    validateSpec(spec);
    const rules = listedClass(spec.columns, spec.hypotheses);
    settingsAt(spec, rules.size, 1);
    chanceMargin(spec, rules.size);
    return { spec, rules, prior: startOf(spec, rules), t: 0, totals: totalsOf(rules) };
  },

  open(state, people) {
    checkPeople(state.spec, people);
    const t = state.t + 1;
    const { eta, fairnessWeight } = settingsAt(state.spec, state.rules.size, t);
    const { policy, chances } = policyOf(state, eta, people);
    return {
      t,
      chances: chances.map(String),
      eta: String(eta),
      fairnessWeight: String(fairnessWeight),
      ...policy,
    };
  },

  applyOpening: (state) => state,
  applyCancel: (state) => state,
  applyErasure: (state) => state,

  draw: drawByWeights,

  resample() {
    return [];
  },

  applyRound(state, round) {
    checkPeople(state.spec, round.people);
    checkFairnessWeight(state, round.fairnessWeight);
    const totals = state.totals.plus(roundCharges(estimatorSpec(state), round));
    return { ...state, totals, t: state.t + 1 };
  },

  applyOutcome(state, outcome) {
    return { ...state, totals: state.totals.plus(outcomeCharges(estimatorSpec(state), outcome)) };
  },

  serialise({ t, rules: { size }, totals }) {
    const head = { learner: "exp2" as const, t, size };
    return { head, totals: bytesOfTotals([numbersOf(totals)]), cells: new Map() };
  },

  restore(spec, { head, totals }) {
    const fresh = exp2.init(spec);
    const { size } = fresh.rules;
    checkHead(spec, head, { learner: "exp2", size });
    const count = fresh.totals instanceof LazyTotals ? size : 2 * Math.floor(totals.length / 16);
    const [numbers] = totalsIn(totals, count, 1) as [Float64Array];
    return { ...fresh, t: head.t, totals: totalsFrom(fresh, numbers) };
  },
};

/**
 * Returns the weights of the rules in the form that the draw needs, and each person's chance.
 *
 * @throws LearnerError "not-finite"; "shape" and "not-a-decimal" on a person
 */
export function policyOf(
  { rules, prior, totals }: Exp2State,
  eta: number,
  people: readonly Features[],
): { policy: Policy; chances: readonly number[] } {
  if (totals instanceof LazyIntervalTotals) {
    const { ladders } = rules as Required<HypothesisClass>;
    const runs = prior instanceof Float64Array ? runsOf(ladders, totals.sums, true) : totals.runs;
    const opened = openRuns(ladders, runs, { eta, prior }, people);
    return { policy: { runs: opened.policy }, chances: opened.chances };
  }
  const groups = answeringGroups(rules, people);
  if (prior === null) {
    const { from, sums, chances } = totals.opened(eta, groups);
    // a getter: before the draw, other totals that share the array may have been read
    const weighed = {
      eta,
      from,
      sums,
      get loss() {
        return totals.loss;
      },
    };
    return { policy: { weighed }, chances };
  }
  const weighing = { loss: totals.loss, tilt: null, eta, prior };
  const { cumulative, chances } = openRules(weighing, groups);
  return { policy: { cumulative }, chances };
}

/** Returns q, without a number for every rule if only the two constants have their own. */
function startOf({ prior }: LearnerSpec, rules: HypothesisClass): RulePrior | null {
  if (prior === undefined) return null;
  return prior.kind === "constants" ? constantShares(prior, rules) : priorOf(prior, rules);
}

/**
 * Returns the numbers that a state is stored and hashed by: the totals of all rules, or the sums that they come from.
 */
function numbersOf(totals: Exp2Totals): Float64Array {
  return totals instanceof LazyTotals ? totals.loss : totals.sums;
}

/** @param numbers as numbersOf returns them. @throws LearnerError "snapshot-damaged" */
function totalsFrom({ rules }: Exp2State, numbers: Float64Array): Exp2Totals {
  const { ladders, vectors } = rules;
  if (ladders !== undefined)
    return LazyIntervalTotals.of(ladders, checkedSums(ladders.intervalCount + 1, numbers));
  if (vectors !== undefined) return LazyVectorTotals.of(rules, vectors, checkedSums(vectors.count, numbers));
  return LazyTotals.of(rules, () => ({ loss: numbers }));
}

/**
 * Refuses a forged or mixed-up C above ε/η. It would void every bound, because a violating round would no longer
 * subtract what the bound counts on.
 *
 * @throws LearnerError "fairness-weight-outside" if η C > ε, up to the rounding of three operations; as settingsAt
 */
function checkFairnessWeight({ spec, rules, t }: Exp2State, fairnessWeight: number | null): void {
  const { eta } = settingsAt(spec, rules.size, t + 1);
  if (spec.mode !== "paper" && eta * Number(fairnessWeight) > parseNumber(spec.eps) * (1 + 2 ** -50)) {
    throw new LearnerError("fairness-weight-outside", `C = ${fairnessWeight} is above eps/eta, eta = ${eta}`);
  }
}

function estimatorSpec({ spec, rules }: Exp2State): EstimatorSpec {
  const { mode, rejectedHalves } = spec;
  return { mode, rejectedHalves, chanceMargin: chanceMargin(spec, rules.size) };
}
