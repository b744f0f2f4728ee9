import { checkHorizon } from "#server/learner/config/check-horizon.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { validateSpec } from "#server/learner/config/validate-spec.ts";
import { checkPeople, type Learner, type Opening } from "#server/learner/interface/learner.ts";
import { nextNumber } from "#server/learner/interface/open-rounds.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { listedClass } from "../classes/catalogue.ts";
import { drawByWeights } from "../policy/draw-by-weights.ts";
import { printedPicks } from "../policy/picks.ts";
import { priorOf } from "../policy/prior.ts";
import { runningTotals } from "../policy/weights.ts";
import { cancelGuarded, closeGuarded, labelGuarded } from "./charges.ts";
import { type GuardedOpening, openGuarded } from "./open.ts";
import { restoreGuarded, serialiseGuarded } from "./serialise.ts";
import { guardedSettings } from "./settings.ts";
import { type Core, type GuardedState, initialState, withNamedCells } from "./state.ts";

/**
 * Mode `guarded` of Exp2 as a {@link Learner}: Exp2 with a spread limit, a self-tuned rate, a prior, remembered
 * verdicts and centred labels. An opening changes the state, so a round has three steps: opening, closing, labels.
 *
 * Cost: open O(N (k + verdicts)) and 3N exponentials, once for `open` and `applyOpening` of the same values; applyRound
 * and applyOutcome O(N k) without exponentials.
 * Source: docs/theory.md, "Mode guarded"; NOTATION rows "guarded opening", "verdict", "pull", "tau".
 */
export const guarded: Learner<GuardedState> = {
  init(spec) {
    if (spec.learner !== "exp2" || spec.mode !== "guarded") {
      throw new LearnerError("unknown-kind", `mode guarded asked to be ${spec.learner}, ${spec.mode}`);
    }
    validateSpec(spec);
    const rules = listedClass(spec.columns, spec.hypotheses);
    const equal = new Float64Array(rules.size).fill(1 / rules.size);
    const prior = spec.prior === undefined ? equal : priorOf(spec.prior, rules);
    return initialState({ spec, settings: guardedSettings(spec), rules, prior });
  },

  open(state, people) {
    return published(state, opened(state, people).opening);
  },

  applyOpening(state, people) {
    return opened(state, people).state;
  },

  applyCancel: cancelGuarded,
  applyErasure: forgetPerson,

  draw: drawByWeights,

  resample() {
    return [];
  },

  applyRound: closeGuarded,
  applyOutcome: labelGuarded,
  serialise: serialiseGuarded,
  restore: (spec, serialised) => restoreGuarded(guarded.init(spec), serialised),
};

type Opened = ReturnType<typeof openGuarded>;

/**
 * Caches the newest opening of each state. It is needed twice from equal values: to publish it, and to change the
 * state.
 */
const newest = new WeakMap<GuardedState, { readonly people: readonly Features[]; readonly opened: Opened }>();

function opened(state: GuardedState, people: readonly Features[]): Opened {
  const known = newest.get(state);
  if (known?.people === people) return known.opened;
  checkPeople(state.spec, people);
  checkHorizon(state.spec, nextNumber(state));
  const fresh = openGuarded(state, people);
  newest.set(state, { people, opened: fresh });
  return fresh;
}

function published({ rules }: GuardedState, opening: GuardedOpening): Opening {
  const { t, eta, chances, base, picks, weights } = opening;
  const { tau, limit, pull, target, lead, isCut, spentSoFar, mixability, noShare, isRare } = opening;
  const reached = picks ?? { none: 0, all: 0 };
  const all = (1 - pull) * reached.all + pull * target;
  const none = (1 - pull) * reached.none + pull * (1 - target);
  const rest = (1 - pull) * (1 - reached.none - reached.all);
  const played = new Float64Array(weights.length);
  for (let h = 0; h < played.length; h++) played[h] = rest * (weights[h] as number);
  played[rules.constants.all] = (played[rules.constants.all] as number) + all;
  played[rules.constants.none] = (played[rules.constants.none] as number) + none;
  return {
    t,
    chances,
    eta: String(eta),
    fairnessWeight: null,
    guard: {
      tau: String(tau),
      limit: String(limit),
      pull: String(pull),
      target: String(target),
      isCut,
      spent: String(spentSoFar),
      mixability: String(mixability),
      noShare: String(noShare),
      base: base.map(String),
      ...(lead !== null && { lead: String(lead) }),
      ...(isRare !== null && { isRare }),
    },
    ...(picks && { picks: printedPicks(picks) }),
    cumulative: runningTotals(played),
  };
}

/** Removes the remembered verdicts about a person, and with them the person's cells. What they charged stays. */
function forgetPerson(state: GuardedState, name: string): GuardedState {
  const without = (core: Core): Core => ({
    ...core,
    verdicts: core.verdicts.filter(({ high, low }) => high !== name && low !== name),
  });
  const { beforeOpening } = state;
  return withNamedCells({
    ...state,
    core: without(state.core),
    beforeOpening: beforeOpening && { ...beforeOpening, core: without(beforeOpening.core) },
  });
}
