import { type EstimatorSpec, outcomeCharges, roundCharges } from "#server/learner/contract/estimators.ts";
import { checkPeople, type Learner } from "#server/learner/contract/learner.ts";
import { bytesOfTotals, totalsIn } from "#server/learner/contract/record.ts";
import { parseNumber } from "#server/learner/numbers/decimal.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import type { LearnerSpec } from "#server/learner/spec/spec.ts";
import { validateSpec } from "#server/learner/spec/validate-spec.ts";
import { hypothesisClass } from "./hypotheses/catalogue.ts";
import type { HypothesisClass } from "./hypotheses/class.ts";
import { drawByWeights } from "./policy/draw-by-weights.ts";
import { priorOf } from "./policy/prior.ts";
import { addCharges, type Totals, zeroTotals } from "./policy/totals.ts";
import { acceptedWeight, exponentialWeights, runningTotals } from "./policy/weights.ts";
import { chanceMargin, settingsAt } from "./schedule.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";

/** Exp2 between two calls. Weights are not stored: each opening rebuilds them from the raw totals. */
export type Exp2State = Totals & {
  readonly spec: LearnerSpec;
  readonly rules: HypothesisClass;
  /** q: [N], summing to one; null: all equal. */
  readonly prior: Float64Array | null;
  /** Rounds applied; the next opening is round t + 1. */
  readonly t: number;
};

/**
 * Exp2 (exponential weights over all rules) behind the learner's contract.
 *
 *   π^t = Σ_h w_h h / Σ_h w_h,  w_h = q_h exp(-η_t (L_h - min L)),  L_h += Σ cost · h(x),  q_h = 1 without a prior
 *
 * With a learning rate that changes (anytime) nothing special happens: the weights of a round come from the raw
 * cumulative losses and that round's η.
 *
 * Cost: open O(N k) and N exponentials, draw O(log N + k), applyRound O(N k), applyOutcome O(N · people settled).
 * Source: NOTATION rows "Exp2 weights", "Exp2 update", "draw" (Thm 4.4, Alg. 1).
 */
export const exp2: Learner<Exp2State> = {
  init(spec) {
    if (spec.learner !== "exp2") throw new LearnerError("unknown-kind", `Exp2 asked to be ${spec.learner}`);
    validateSpec(spec);
    const rules = hypothesisClass(spec.columns, spec.hypotheses);
    settingsAt(spec, rules.size, 1);
    chanceMargin(spec, rules.size);
    const prior = spec.prior === undefined ? null : priorOf(spec.prior, rules);
    return { spec, rules, prior, t: 0, ...zeroTotals(rules.size) };
  },

  open(state, people) {
    checkPeople(state.spec, people);
    const t = state.t + 1;
    const { eta, fairnessWeight } = settingsAt(state.spec, state.rules.size, t);
    const weights = exponentialWeights(state, eta, state.prior);
    const cumulative = runningTotals(weights);
    const total = cumulative.at(-1) ?? Number.NaN;
    // π^t(x_i) = Σ_h w_h h(x_i) / Σ_h w_h
    const chances = people.map((person) => String(acceptedWeight(weights, state.rules.bits(person)) / total));
    return { t, chances, eta: String(eta), fairnessWeight: String(fairnessWeight), cumulative };
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
    const totals = addCharges(state.rules, state, roundCharges(estimatorSpec(state), round));
    return { ...state, ...totals, t: state.t + 1 };
  },

  applyOutcome(state, outcome) {
    const totals = addCharges(state.rules, state, outcomeCharges(estimatorSpec(state), outcome));
    return { ...state, ...totals };
  },

  record({ t, loss, compensation }) {
    const head = { learner: "exp2" as const, t, size: loss.length };
    return { head, totals: bytesOfTotals([loss, compensation]) };
  },

  resume(spec, { head, totals }) {
    const fresh = exp2.init(spec);
    if (head.learner !== "exp2" || head.size !== fresh.rules.size) {
      throw new LearnerError("snapshot-damaged", `a state of ${head.learner}, ${head.size} totals`);
    }
    const [loss = fresh.loss, compensation = fresh.compensation] = totalsIn(totals, head.size, 2);
    return { ...fresh, t: head.t, loss, compensation };
  },

  snapshot(state) {
    return writeSnapshot("exp2", state);
  },

  restore(spec, bytes) {
    const fresh = exp2.init(spec);
    const record = readSnapshot("exp2", bytes, fresh.rules.size);
    if (spec.horizon !== null && spec.afterHorizon === "end" && record.t > spec.horizon) {
      throw new LearnerError("snapshot-damaged", `round ${record.t} in a study of ${spec.horizon}`);
    }
    return { ...fresh, ...record };
  },
};

/**
 * A forged or mixed-up C above ε/η would void every bound: what violating rounds earn would no longer pay for them.
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
