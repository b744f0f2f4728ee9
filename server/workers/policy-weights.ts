import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { settingsAt } from "#server/learner/config/step-sizes.ts";
import type { Exp2State } from "#server/learner/exp2/exp2.ts";
import { type FtplState, ftpl } from "#server/learner/ftpl/ftpl.ts";
import { openGuarded } from "#server/learner/guarded/open.ts";
import type { GuardedState } from "#server/learner/guarded/state.ts";
import { type DrawnRules, drawnRules } from "#server/learner/policy/drawn-rules.ts";
import { exponentialWeights } from "#server/learner/policy/weights.ts";

/** What determines a policy in addition to the state: Exp2's eta (null: that of the next round), FTPL's noise. */
export type PolicyParameters = { readonly eta: string | null; readonly noiseSeed: string | null };

/** A policy that can be recomputed: a stored state (null: before the first update) and its moment. */
export type StoredPolicy = { readonly snapshot: Uint8Array | null; readonly moment: PolicyParameters };

/** Returns the weight of each rule before the limit of a round: [N]. */
export function policyWeightsOf(
  spec: LearnerSpec,
  state: Exp2State | GuardedState,
  moment: PolicyParameters,
): Float64Array {
  if ("core" in state) return openGuarded(withoutPicks(state), [emptyPersonOf(spec)]).opening.weights;
  const { prior, totals } = state;
  return exponentialWeights({ loss: totals.loss }, learningRateOf(spec, state, moment), prior);
}

/** Returns Exp2's eta. */
export function learningRateOf(
  spec: LearnerSpec,
  { rules, t }: Exp2State,
  { eta }: PolicyParameters,
): number {
  return eta === null ? settingsAt(spec, rules.size, t + 1).eta : Number(eta);
}

/** Returns the R rules that FTPL draws at a moment. */
export function drawnAt(state: FtplState, { noiseSeed }: PolicyParameters): DrawnRules {
  if (noiseSeed === null) throw new Error("FTPL has no policy before its noise is drawn");
  // Neither the people in the round nor its number affect which rules are drawn.
  const { hypotheses } = ftpl.open({ ...withoutPicks(state), t: 0 }, [emptyPersonOf(state.spec)], noiseSeed);
  return drawnRules(state.rules, hypotheses ?? new Float64Array());
}

/** Returns a state whose next policy does not depend on the people in the round, as a number of picks makes it. */
export function withoutPicks<State extends { readonly spec: LearnerSpec }>(state: State): State {
  const { picks: _, ...spec } = state.spec;
  return { ...state, spec };
}

export function emptyPersonOf({ columns }: Pick<LearnerSpec, "columns">): Features {
  return columns.map(() => null);
}
