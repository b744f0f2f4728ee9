import { type EstimatorSpec, outcomeCharges, roundCharges } from "#server/learner/contract/estimators.ts";
import { checkPeople, type Learner } from "#server/learner/contract/learner.ts";
import { bytesOfTotals, totalsIn } from "#server/learner/contract/record.ts";
import { openRules } from "#server/learner/kernels/passes.ts";
import { parseNumber } from "#server/learner/numbers/decimal.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import type { LearnerSpec } from "#server/learner/spec/spec.ts";
import { validateSpec } from "#server/learner/spec/validate-spec.ts";
import { cellsOf, totalsOf } from "./few-cells.ts";
import { listedClass } from "./hypotheses/catalogue.ts";
import type { HypothesisClass } from "./hypotheses/class.ts";
import { drawByWeights } from "./policy/draw-by-weights.ts";
import { priorOf } from "./policy/prior.ts";
import { WaitingTotals } from "./policy/totals.ts";
import { answeringGroups } from "./policy/weights.ts";
import { chanceMargin, settingsAt } from "./schedule.ts";
import { damaged, readSnapshot, writeSnapshot } from "./snapshot.ts";

/** Exp2 between two calls. Weights are not stored: each opening rebuilds them from the raw totals. */
export type Exp2State = {
  readonly spec: LearnerSpec;
  readonly rules: HypothesisClass;
  /** q: [N], summing to one; null: all equal. */
  readonly prior: Float64Array | null;
  readonly totals: WaitingTotals;
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
 * Cost: open N exponentials and O(N k/8), draw O(log N + k); what applyRound and applyOutcome charge is
 * added when the totals are read, all in one pass of O(N k/8).
 * Source: NOTATION rows "Exp2 weights", "Exp2 update", "draw" (Thm 4.4, Alg. 1).
 */
export const exp2: Learner<Exp2State> = {
  init(spec) {
    if (spec.learner !== "exp2") throw new LearnerError("unknown-kind", `Exp2 asked to be ${spec.learner}`);
    validateSpec(spec);
    const rules = listedClass(spec.columns, spec.hypotheses);
    settingsAt(spec, rules.size, 1);
    chanceMargin(spec, rules.size);
    const prior = spec.prior === undefined ? null : priorOf(spec.prior, rules);
    return { spec, rules, prior, t: 0, totals: new WaitingTotals(rules) };
  },

  open(state, people) {
    checkPeople(state.spec, people);
    const t = state.t + 1;
    const { eta, fairnessWeight } = settingsAt(state.spec, state.rules.size, t);
    const { prior, rules } = state;
    const { loss, least } = state.totals;
    const weighing = { loss, tilt: null, least: prior === null ? least : undefined, eta, prior };
    const { cumulative, chances } = openRules(weighing, answeringGroups(rules, people));
    return {
      t,
      chances: chances.map(String),
      eta: String(eta),
      fairnessWeight: String(fairnessWeight),
      cumulative,
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

  record({ t, totals: { loss } }) {
    const head = { learner: "exp2" as const, t, size: loss.length };
    return { head, totals: bytesOfTotals([loss]) };
  },

  resume(spec, { head, totals }) {
    const fresh = exp2.init(spec);
    if (head.learner !== "exp2" || head.size !== fresh.rules.size) {
      throw new LearnerError("snapshot-damaged", `a state of ${head.learner}, ${head.size} totals`);
    }
    const [loss] = totalsIn(totals, head.size, 1) as [Float64Array];
    return { ...fresh, t: head.t, totals: new WaitingTotals(fresh.rules, { loss }) };
  },

  snapshot(state) {
    const { loss } = state.totals;
    return writeSnapshot("exp2", { t: state.t, loss }, cellsOf(state.spec.hypotheses, loss));
  },

  restore(spec, bytes) {
    const fresh = exp2.init(spec);
    const stored = readSnapshot("exp2", bytes, fresh.rules.size);
    const { t } = stored;
    const loss =
      stored.cells === null ? stored.loss : totalsOf(spec.hypotheses, stored.cells, fresh.rules.size);
    if (loss === null) throw damaged("its form");
    if (spec.horizon !== null && spec.afterHorizon === "end" && t > spec.horizon) {
      throw new LearnerError("snapshot-damaged", `round ${t} in a study of ${spec.horizon}`);
    }
    return { ...fresh, t, totals: new WaitingTotals(fresh.rules, { loss }) };
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
