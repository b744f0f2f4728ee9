import { checkHorizon } from "#server/learner/config/check-horizon.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { validateSpec } from "#server/learner/config/validate-spec.ts";
import {
  costOfProjection,
  type EstimatorSpec,
  outcomeCharges,
  roundCharges,
} from "#server/learner/interface/estimators.ts";
import {
  type ClosedRound,
  checkPeople,
  type Learner,
  type Policy,
} from "#server/learner/interface/learner.ts";
import {
  nextNumber,
  requireOpen,
  withCancelled,
  withClosed,
  withOpened,
} from "#server/learner/interface/open-rounds.ts";
import {
  damaged,
  type SumsState,
  sumsBefore,
  sumsState,
  totalsIn,
} from "#server/learner/interface/serialised-state.ts";
import { onGrid } from "#server/learner/numeric/cost-grid.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { RulePrior } from "#server/learner/numeric/kernels/passes.ts";
import { listedClass } from "../classes/catalogue.ts";
import type { HypothesisClass } from "../classes/class.ts";
import { chanceMargin, settingsAt } from "../config/step-sizes.ts";
import { drawByWeights } from "../policy/draw-by-weights.ts";
import { IntervalTotals } from "../policy/interval-sums.ts";
import type { LazyTotals, Weighed } from "../policy/lazy-totals.ts";
import {
  aheadOf,
  aheadWithOpen,
  mixed,
  mixing,
  type PickBounds,
  type PickChange,
  pickBounds,
  printedChances,
  printedPicks,
  projectionOnto,
  weightByCount,
} from "../policy/picks.ts";
import { constantShares, priorOf } from "../policy/prior.ts";
import { RuleTotals } from "../policy/rule-totals.ts";
import { acceptedBy, VectorTotals } from "../policy/vector-sums.ts";
import { exponentialWeights } from "../policy/weights.ts";

/** The state of Exp2 between two calls. Weights are not stored: each opening rebuilds them from the raw totals. */
export type Exp2State = SumsState & {
  readonly rules: HypothesisClass;
  /** q: summing to one; null: all equal. */
  readonly prior: RulePrior | null;
  /** L */
  readonly totals: LazyTotals;
};

/**
 * Exp2 (exponential weights over all rules) as a {@link Learner}.
 *
 *   π^t = Σ_h w_h h / Σ_h w_h,  w_h = q_h exp(-η_t (L_h - min L)),  L_h += Σ cost · h(x),  q_h = 1 without a prior
 *
 * A learning rate that changes (anytime) needs no special case: the weights of a round come from the raw cumulative
 * losses and that round's η.
 *
 * With a number of picks an opening first charges the people of its round -ν/(n η) each, which is the projection of the
 * weights onto that number; the closing keeps the charge. Where no weights reach the number, a constant rule replaces a
 * part of the policy, in the chances only: the even draw needs no more.
 *
 * Cost: open N exponentials and O(N k/8), twice with a number of picks, draw the exponentials of a chunk of rules. Charges of applyRound and
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
    return { spec, rules, prior: startOf(spec, rules), t: 0, open: [], ahead: 0, totals: totalsOf(rules) };
  },

  open(state, people) {
    checkPeople(state.spec, people);
    const t = nextNumber(state);
    const { eta, fairnessWeight } = settingsAt(state.spec, state.rules.size, t);
    const { policy, chances, picks } = openedPolicy(state, eta, people);
    return {
      t,
      chances,
      eta: String(eta),
      fairnessWeight: String(fairnessWeight),
      ...(picks && { picks: printedPicks(picks) }),
      ...policy,
    };
  },

  applyOpening(state, _, chances) {
    const t = nextNumber(state);
    checkHorizon(state.spec, t);
    return { ...state, ...withOpened(state, { t, ahead: aheadOf(state.spec, chances) }) };
  },

  applyCancel: (state, t) => ({ ...state, ...withCancelled(state, t) }),
  applyErasure: (state) => state,

  draw: drawByWeights,

  resample() {
    return [];
  },

  applyRound(state, round) {
    const { ahead } = requireOpen(state, round.t);
    checkPeople(state.spec, round.people);
    checkFairnessWeight(state, round);
    if ((state.spec.picks === undefined) !== (round.projection === undefined)) {
      throw new LearnerError("shape", "a round has a projection if its study sets a number of picks");
    }
    // L_h += Σ cost · h(x)
    const totals = state.totals.plus(roundCharges(estimatorSpec(state), round));
    return { ...state, ...withClosed(state, round.t), totals, ahead: state.ahead + ahead };
  },

  applyOutcome(state, outcome) {
    return { ...state, totals: state.totals.plus(outcomeCharges(estimatorSpec(state), outcome)) };
  },

  serialise: (state) => sumsState(state, state.rules.size, state.totals.numbers),

  restore(spec, { head, totals }) {
    const fresh = exp2.init(spec);
    const before = sumsBefore(spec, head, fresh.rules.size);
    const [numbers] = totalsIn(totals, Math.floor(totals.length / 8), 1);
    return { ...fresh, ...before, totals: totalsOf(fresh.rules, numbers) };
  },
};

/**
 * Returns π: the weights of the rules in the form that the draw needs, and each person's chance.
 *
 *   w_h = q_h exp(-η (L_h - min L)),  π(x) = Σ_h w_h h(x) / Σ_h w_h
 *
 * @throws LearnerError "not-finite"; "shape" and "not-a-decimal" on a person
 */
export function policyOf({ prior, totals }: Exp2State, eta: number, people: readonly Features[]): Weighed {
  return totals.weigh({ eta, prior }, people);
}

/**
 * Returns π brought to the study's number of picks, with the chances as an opening prints them.
 *
 * @throws LearnerError as policyOf
 */
export function openedPolicy(
  state: Exp2State,
  eta: number,
  people: readonly Features[],
): { policy: Policy; chances: string[]; picks: PickChange | null } {
  const bounds = pickBounds(state.spec, people.length, aheadWithOpen(state.ahead, state.open));
  if (bounds === null) {
    const { policy, chances } = policyOf(state, eta, people);
    return { policy, chances: chances.map(String), picks: null };
  }
  const nu = projectionOf(state, eta, people, bounds);
  const { policy, chances } = policyOf(projected(state, eta, people, nu), eta, people);
  const picks = { nu, ...mixing(chances, bounds) };
  return { policy, chances: printedChances(mixed(chances, picks), bounds), picks };
}

/**
 * Returns ν of the projection onto a number of picks.
 *
 * Cost: N exponentials and O(N n), for thresholds too.
 */
function projectionOf(
  { rules, prior, totals }: Exp2State,
  eta: number,
  people: readonly Features[],
  bounds: PickBounds,
): number {
  const counts = acceptedBy(rules, people);
  const weights = exponentialWeights({ loss: totals.loss }, eta, prior);
  return projectionOnto(weightByCount(weights, counts, people.length), bounds);
}

/** Returns the state with the charge that the projection of this round makes, on the grid. */
export function projected(state: Exp2State, eta: number, people: readonly Features[], nu: number): Exp2State {
  const cost = onGrid(costOfProjection(nu, people.length, eta));
  if (cost === 0) return state;
  return { ...state, totals: state.totals.plus(people.map((individual) => ({ individual, cost }))) };
}

/**
 * Returns L: by interval for thresholds, by answer vector and by rule for classes over sets of predicates, by rule for
 * others.
 *
 * @param numbers of such totals; absent: L = 0
 * @throws LearnerError "snapshot-damaged" on numbers that no totals of this class have
 */
export function totalsOf(rules: HypothesisClass, numbers?: Float64Array): LazyTotals {
  const { ladders, vectors, size } = rules;
  if (ladders !== undefined) return IntervalTotals.of(ladders, numbers);
  if (vectors !== undefined) return VectorTotals.of(rules, vectors, numbers);
  if (numbers === undefined) return RuleTotals.of(rules);
  if (numbers.length !== size) throw damaged(`${numbers.length} totals of ${size} rules`);
  return RuleTotals.of(rules, () => ({ loss: numbers }));
}

/** Returns q, without a number for every rule if only the two constants have their own. */
function startOf({ prior }: LearnerSpec, rules: HypothesisClass): RulePrior | null {
  if (prior === undefined) return null;
  return prior.kind === "constants" ? constantShares(prior, rules) : priorOf(prior, rules);
}

/**
 * Refuses a forged or mixed-up C above ε/η. It would void every bound, because a violating round would no longer
 * subtract what the bound counts on.
 *
 * @throws LearnerError "fairness-weight-outside" if η C > ε, up to the rounding of three operations; as settingsAt
 */
function checkFairnessWeight({ spec, rules }: Exp2State, { t, fairnessWeight }: ClosedRound): void {
  const { eta } = settingsAt(spec, rules.size, t);
  if (spec.mode !== "paper" && eta * Number(fairnessWeight) > parseNumber(spec.eps) * (1 + 2 ** -50)) {
    throw new LearnerError("fairness-weight-outside", `C = ${fairnessWeight} is above eps/eta, eta = ${eta}`);
  }
}

function estimatorSpec({ spec, rules }: Exp2State): EstimatorSpec {
  const { mode, rejectedHalves } = spec;
  return { mode, rejectedHalves, chanceMargin: chanceMargin(spec, rules.size) };
}
