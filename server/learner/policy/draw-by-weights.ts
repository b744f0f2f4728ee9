import { checkOpened, type Opening, type RuleDraw } from "#server/learner/contract/learner.ts";
import type { HypothesisClass } from "#server/learner/hypotheses/class.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import type { Features } from "#server/learner/spec/spec.ts";
import { drawHypothesis } from "./weights.ts";

/**
 * The draw of every learner that publishes the weights of all rules: one rule, by its weight, for everybody.
 *
 * @throws LearnerError "shape" for other people or an opening without these weights; "range"
 */
export function drawByWeights(
  rules: HypothesisClass,
  opening: Opening,
  people: readonly Features[],
  u: number,
): RuleDraw {
  checkOpened(opening, people);
  if (opening.cumulative?.length !== rules.size) {
    throw new LearnerError("shape", `${opening.cumulative?.length} weights for ${rules.size} rules`);
  }
  const hypothesis = drawHypothesis(opening.cumulative, u);
  return { hypothesis, decisions: people.map((person) => rules.evaluate(hypothesis, person)) };
}
