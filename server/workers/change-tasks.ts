import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { openedPolicy, policyOf } from "#server/learner/exp2/exp2.ts";
import { openGuarded } from "#server/learner/guarded/open.ts";
import { chanceByDraws } from "#server/learner/policy/drawn-rules.ts";
import { stateOf } from "./learner-tasks.ts";
import { drawnAt, learningRateOf, type StoredPolicy } from "./policy-weights.ts";

/**
 * The chances of a round's people by position: `base` as the policy gives them, `chances` as the round would publish
 * them.
 */
export type RoundChances = { readonly base: readonly number[]; readonly chances: readonly number[] };

/**
 * Computes the chances of these rounds' people if each round were opened with this policy. No round is opened.
 *
 * @param input.policy stored before an opening
 */
export function chancesUnder(input: {
  spec: LearnerSpec;
  policy: StoredPolicy;
  rounds: readonly (readonly Features[])[];
}): RoundChances[] {
  const { spec, policy, rounds } = input;
  const state = stateOf({ spec, snapshot: policy.snapshot });
  if ("core" in state) {
    return rounds.map((people) => {
      const { base, chances } = openGuarded(state, people).opening;
      return { base, chances: chances.map(Number) };
    });
  }
  if (!("oracle" in state)) {
    const eta = learningRateOf(spec, state, policy.moment);
    return rounds.map((people) => {
      const { chances } = openedPolicy(state, eta, people);
      return { base: policyOf(state, eta, people).chances, chances: chances.map(Number) };
    });
  }
  const drawn = drawnAt(state, policy.moment);
  return rounds.map((people) => {
    const chances = people.map((person) => chanceByDraws(drawn, person));
    return { base: chances, chances };
  });
}
