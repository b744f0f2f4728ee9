import { checkOpened, type Opening, type RuleDraw } from "#server/learner/contract/learner.ts";
import type { HypothesisClass } from "#server/learner/hypotheses/class.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import type { Features } from "#server/learner/spec/spec.ts";
import { drawFromRuns, rulesOf } from "./run-draw.ts";
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
  const hypothesis = drawnRule(rules, opening, u);
  return { hypothesis, decisions: people.map((person) => rules.evaluate(hypothesis, person)) };
}

function drawnRule({ size, ladders }: HypothesisClass, { cumulative, runs }: Opening, u: number): number {
  if (runs !== undefined && ladders !== undefined && rulesOf(runs) === size) return drawFromRuns(runs, u);
  if (cumulative?.length === size) return drawHypothesis(cumulative, u);
  throw new LearnerError("shape", `${cumulative?.length} weights for ${size} rules`);
}
