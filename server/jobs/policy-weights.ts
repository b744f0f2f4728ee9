import type { Exp2State } from "#server/learner/exp2.ts";
import { openGuarded } from "#server/learner/guarded/open.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import { exponentialWeights } from "#server/learner/policy/weights.ts";
import { settingsAt } from "#server/learner/schedule.ts";
import type { Features, LearnerSpec } from "#server/learner/spec/spec.ts";

/** What, besides the state, makes a policy: Exp2's eta (null: that of the next round), FTPL's noise. */
export type Moment = { readonly eta: string | null; readonly noiseSeed: string | null };

/** A policy as it can be computed again: a stored state (null: before the first update) and its moment. */
export type StoredPolicy = { readonly snapshot: Uint8Array | null; readonly moment: Moment };

/** The weight of each rule, before the limit of a round: [N]. FTPL: how often it is among the R rules that were drawn. */
export function weightsOf(spec: LearnerSpec, state: LearnerState, moment: Moment): Float64Array {
  if ("oracle" in state) return drawnRules(spec, state, moment);
  // The base policy is the same whoever stands in the round.
  if ("core" in state) return openGuarded(state, [anybodyOf(spec)]).opening.weights;
  const { prior, totals } = state;
  return exponentialWeights({ loss: totals.loss }, rateOf(spec, state, moment), prior);
}

/** Exp2's eta. */
export function rateOf(spec: LearnerSpec, { rules, t }: Exp2State, { eta }: Moment): number {
  return eta === null ? settingsAt(spec, rules.size, t + 1).eta : Number(eta);
}

function drawnRules(spec: LearnerSpec, state: LearnerState, { noiseSeed }: Moment): Float64Array {
  if (noiseSeed === null) throw new Error("FTPL has no policy before its noise is drawn");
  // Who stands in the round does not matter to which rules are drawn, nor which round it is.
  const { hypotheses } = learnerOf(spec).open(
    { ...state, t: 0 } as LearnerState,
    [anybodyOf(spec)],
    noiseSeed,
  );
  const counts = new Float64Array(state.rules.size);
  for (const hypothesis of hypotheses ?? []) counts[hypothesis] = (counts[hypothesis] ?? 0) + 1;
  return counts;
}

export function anybodyOf({ columns }: Pick<LearnerSpec, "columns">): Features {
  return columns.map(() => null);
}
