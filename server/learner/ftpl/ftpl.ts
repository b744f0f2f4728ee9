import { checkHorizon } from "#server/learner/config/check-horizon.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { validateSpec } from "#server/learner/config/validate-spec.ts";
import { checkDecisions } from "#server/learner/interface/checks.ts";
import { type EstimatorSpec, outcomeCharges, roundCharges } from "#server/learner/interface/estimators.ts";
import { checkOpened, checkPeople, type Learner } from "#server/learner/interface/learner.ts";
import {
  nextNumber,
  requireOpen,
  withCancelled,
  withClosed,
  withOpened,
} from "#server/learner/interface/open-rounds.ts";
import {
  type SumsState,
  sumsBefore,
  sumsState,
  totalsIn,
} from "#server/learner/interface/serialised-state.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { hypothesisClass } from "../classes/catalogue.ts";
import type { HypothesisClass } from "../classes/class.ts";
import { oracleOf } from "../oracles/catalogue.ts";
import type { Oracle } from "../oracles/oracle.ts";
import { chanceByDraws, drawnRules } from "../policy/drawn-rules.ts";
import {
  aheadOf,
  aheadWithOpen,
  type PickBounds,
  type PickChange,
  pickBounds,
  printedPicks,
} from "../policy/picks.ts";
import type { Totals } from "../policy/totals.ts";
import { addToHistory } from "./history.ts";
import { fillNoise, type LaplaceStream, laplaceStream } from "./noise.ts";
import { type FtplSettings, ftplSettings } from "./settings.ts";

/** The state of FTPL between two calls. `loss` is the history, one sum of costs per cell of the oracle. */
export type FtplState = SumsState &
  Totals & {
    readonly rules: HypothesisClass;
    readonly oracle: Oracle;
    readonly settings: FtplSettings;
  };

/**
 * Context-Semi-Bandit-FTPL with resampling, as a {@link Learner}.
 *
 *   h_r = argmin_h Σ_j cost_j h(x_j) + Σ_p z_p h(s_p), r = 1..R, z fresh each time;  π̂(x) = |{ r : h_r(x) = 1 }|/R
 *
 * The panel sees π̂ (Lemma 4.11: judging one drawn h would find violations that π̂ does not have). The rule that
 * decides is one of the R with equal chances.
 *
 * Cost: open one transform of the history and R searches; draw O(k); resample up to L searches a person; applyRound and
 * applyOutcome O(cells).
 * Source: NOTATION rows "π̂", "R", "z", "J" (Alg. 4, 5, Thm 4.9, 4.12).
 */
export const ftpl: Learner<FtplState> = {
  init(spec) {
    if (spec.learner !== "ftpl") throw new LearnerError("unknown-kind", `FTPL asked to be ${spec.learner}`);
    validateSpec(spec);
    const rules = hypothesisClass(spec.columns, spec.hypotheses);
    const settings = ftplSettings(spec, rules.size, rules.separator.size);
    const oracle = oracleOf(spec.columns, spec.hypotheses, rules);
    const loss = new Float64Array(oracle.cellCount);
    return { spec, rules, oracle, settings, t: 0, open: [], ahead: 0, loss };
  },

  open(state, people, noiseSeed) {
    checkPeople(state.spec, people);
    const t = nextRound(state);
    const { omega, fairnessWeight, resampleCount } = state.settings;
    const next = ruleSampler(state)(laplaceStream(noiseSeed, 0));
    const hypotheses = new Float64Array(resampleCount);
    for (let r = 0; r < resampleCount; r++) hypotheses[r] = next();
    const bounds = pickBounds(state.spec, people.length, aheadWithOpen(state.ahead, state.open));
    const picks = bounds && replaceByConstant(state.rules, hypotheses, people, bounds);
    const drawn = drawnRules(state.rules, hypotheses);
    // R = 2^a 5^b: the quotient prints as the exact decimal
    const chances = people.map((person) => String(chanceByDraws(drawn, person)));
    return {
      ...{ t, chances, eta: String(omega), fairnessWeight: String(fairnessWeight), hypotheses },
      ...(picks && { picks: printedPicks(picks) }),
    };
  },

  applyOpening(state, _, chances) {
    const ahead = aheadOf(state.spec, chances);
    return { ...state, ...withOpened(state, { t: nextRound(state), ahead }) };
  },

  applyCancel: (state, t) => ({ ...state, ...withCancelled(state, t) }),
  applyErasure: (state) => state,

  draw(rules, opening, people, u) {
    checkOpened(opening, people);
    const { hypotheses } = opening;
    if (!hypotheses?.length) throw new LearnerError("shape", "an opening without drawn rules");
    const hypothesis = hypotheses[drawNumberOf(u, hypotheses.length)] as number;
    return { hypothesis, decisions: people.map((person) => rules.evaluate(hypothesis, person)) };
  },

  resample(state, people, decisions, resampleSeed) {
    checkPeople(state.spec, people);
    checkDecisions({ people, decisions });
    if (state.spec.mode !== "paper") return [];
    const sampler = ruleSampler(state);
    return people.map((person, i) => {
      if (decisions[i] === 0) return 0;
      const next = sampler(laplaceStream(resampleSeed, i));
      // J = the number of the first fresh draw that accepts, or L
      let count = 1;
      while (count < state.settings.weightCap && state.rules.evaluate(next(), person) === 0) count += 1;
      return count;
    });
  },

  applyRound(state, round) {
    const { ahead } = requireOpen(state, round.t);
    checkPeople(state.spec, round.people);
    const charges = roundCharges(estimatorSpec(state), round);
    const loss = addToHistory(state.oracle, state.loss, charges);
    return { ...state, ...withClosed(state, round.t), loss, ahead: state.ahead + ahead };
  },

  applyOutcome(state, outcome) {
    const charges = outcomeCharges(estimatorSpec(state), outcome);
    return { ...state, loss: addToHistory(state.oracle, state.loss, charges) };
  },

  serialise: (state) => sumsState(state, state.loss.length, state.loss),

  restore(spec, { head, totals }) {
    const fresh = ftpl.init(spec);
    const before = sumsBefore(spec, head, fresh.oracle.cellCount);
    const [loss = fresh.loss] = totalsIn(totals, head.size, 1);
    return { ...fresh, ...before, loss };
  },
};

/**
 * Brings R drawn rules to a number of picks: the first of them become "accept everyone" or "accept no one", as few as
 * bring Σ hits/R within the bounds, or beyond the nearer one where no number of them meets it. FTPL has no weights to
 * project, so this mixing is all that it does; the history does not learn of it (no theorem covers it).
 *
 * @param hypotheses changed in place: [R]
 * @returns ν = 0 and the shares of the R rules that became constant
 * Cost: O(R k).
 */
function replaceByConstant(
  rules: HypothesisClass,
  hypotheses: Float64Array,
  people: readonly Features[],
  { low, high }: PickBounds,
): PickChange {
  const drawCount = hypotheses.length;
  const [n, counts] = [people.length, countsOf(rules, hypotheses, people)];
  let hits = counts.reduce((sum, count) => sum + count, 0);
  const isBelow = hits < low * drawCount;
  const constant = isBelow ? rules.constants.all : rules.constants.none;
  let replaced = 0;
  // comparing hits with a bound that no double holds exactly: a difference below 1e-6 hits is none
  while (isBelow ? hits < low * drawCount - 1e-6 : hits > high * drawCount + 1e-6) {
    hits += (isBelow ? n : 0) - (counts[replaced] as number);
    hypotheses[replaced] = constant;
    replaced += 1;
  }
  const share = replaced / drawCount;
  return { nu: 0, none: isBelow ? 0 : share, all: isBelow ? share : 0 };
}

/** How many of the people each drawn rule accepts: [R]. */
function countsOf(rules: HypothesisClass, hypotheses: Float64Array, people: readonly Features[]): number[] {
  return Array.from(hypotheses, (rule) =>
    people.reduce<number>((sum, person) => sum + rules.evaluate(rule, person), 0),
  );
}

/** @throws LearnerError "horizon-passed" */
function nextRound(state: FtplState): number {
  const t = nextNumber(state);
  checkHorizon(state.spec, t);
  return t;
}

function estimatorSpec({ spec, settings }: FtplState): EstimatorSpec {
  const { learner, mode, rejectedHalves } = spec;
  return { learner, mode, rejectedHalves, weightCap: settings.weightCap };
}

/** Transforms the history once. Each stream of noise then gives a sampler of rules from the one policy π^t. */
function ruleSampler(state: FtplState): (stream: LaplaceStream) => () => number {
  const { oracle, rules, settings } = state;
  const search = oracle.search(oracle.transformHistory(state.loss));
  const noise = new Float64Array(rules.separator.size);
  return (stream) => () => {
    fillNoise(noise, stream, settings.noiseLength, settings.omega);
    return search(noise);
  };
}

/**
 * ⌊u R⌋ in integers.
 *
 * @param u a multiple of 2^-53 in [0, 1)
 * @throws LearnerError "range"
 */
function drawNumberOf(u: number, resampleCount: number): number {
  const bits = u * 2 ** 53;
  if (!(u >= 0 && u < 1 && Number.isInteger(bits))) {
    throw new LearnerError("range", `u = ${u} is not a multiple of 2^-53 in [0, 1)`);
  }
  return Number((BigInt(bits) * BigInt(resampleCount)) >> 53n);
}
