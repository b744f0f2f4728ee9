import { checkHorizon } from "#server/learner/config/horizon.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { validateSpec } from "#server/learner/config/validate-spec.ts";
import { checkDecisions } from "#server/learner/interface/checks.ts";
import { type EstimatorSpec, outcomeCharges, roundCharges } from "#server/learner/interface/estimators.ts";
import { checkOpened, checkPeople, type Learner } from "#server/learner/interface/learner.ts";
import { bytesOfTotals, checkHead, totalsIn } from "#server/learner/interface/serialised-state.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { hypothesisClass } from "../classes/catalogue.ts";
import type { HypothesisClass } from "../classes/class.ts";
import { oracleOf } from "../oracles/catalogue.ts";
import type { Oracle } from "../oracles/oracle.ts";
import { chanceByDraws, drawnRules } from "../policy/drawn-rules.ts";
import type { Totals } from "../policy/totals.ts";
import { addToHistory } from "./history.ts";
import { fillNoise, type LaplaceStream, laplaceStream } from "./noise.ts";
import { type FtplSettings, ftplSettings } from "./settings.ts";

/** The state of FTPL between two calls. `loss` is the history, one sum of costs per cell of the oracle. */
export type FtplState = Totals & {
  readonly spec: LearnerSpec;
  readonly rules: HypothesisClass;
  readonly oracle: Oracle;
  readonly settings: FtplSettings;
  /** Rounds applied; the next opening is round t + 1. */
  readonly t: number;
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
    return { spec, rules, oracle, settings, t: 0, loss: new Float64Array(oracle.cellCount) };
  },

  open(state, people, noiseSeed) {
    checkPeople(state.spec, people);
    const t = nextRound(state);
    const { omega, fairnessWeight, resampleCount } = state.settings;
    const next = ruleSampler(state)(laplaceStream(noiseSeed, 0));
    const hypotheses = new Float64Array(resampleCount);
    for (let r = 0; r < resampleCount; r++) hypotheses[r] = next();
    const drawn = drawnRules(state.rules, hypotheses);
    // R = 2^a 5^b: the quotient prints as the exact decimal
    const chances = people.map((person) => String(chanceByDraws(drawn, person)));
    return { t, chances, eta: String(omega), fairnessWeight: String(fairnessWeight), hypotheses };
  },

  applyOpening: (state) => state,
  applyCancel: (state) => state,
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
    checkPeople(state.spec, round.people);
    const t = nextRound(state);
    const charges = roundCharges(estimatorSpec(state), round);
    return { ...state, loss: addToHistory(state.oracle, state.loss, charges), t };
  },

  applyOutcome(state, outcome) {
    const charges = outcomeCharges(estimatorSpec(state), outcome);
    return { ...state, loss: addToHistory(state.oracle, state.loss, charges) };
  },

  serialise({ t, loss }) {
    const head = { learner: "ftpl" as const, t, size: loss.length };
    return { head, totals: bytesOfTotals([loss]), cells: new Map() };
  },

  restore(spec, { head, totals }) {
    const fresh = ftpl.init(spec);
    checkHead(spec, head, { learner: "ftpl", size: fresh.oracle.cellCount });
    const [loss = fresh.loss] = totalsIn(totals, head.size, 1);
    return { ...fresh, t: head.t, loss };
  },
};

/** @throws LearnerError "horizon-passed" */
function nextRound({ spec, t }: FtplState): number {
  checkHorizon(spec, t + 1);
  return t + 1;
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
