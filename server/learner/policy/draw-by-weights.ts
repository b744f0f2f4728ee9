import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features } from "#server/learner/config/spec.ts";
import {
  checkOpened,
  type Opening,
  type RuleDraw,
  type WeighedPolicy,
} from "#server/learner/interface/learner.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { weightsOfChunk } from "#server/learner/numeric/kernels/opening.ts";
import { drawFromRuns, rulesOf } from "./run-draw.ts";
import { drawHypothesis } from "./weights.ts";

/**
 * The draw of every learner that publishes the weights of all rules: one rule, drawn by its weight, decides for all
 * people.
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

function drawnRule({ size, ladders }: HypothesisClass, opening: Opening, u: number): number {
  const { cumulative, weighed, runs } = opening;
  if (runs !== undefined && ladders !== undefined && rulesOf(runs) === size) return drawFromRuns(runs, u);
  if (weighed?.loss.length === size) return drawFromTotals(weighed, u);
  if (cumulative?.length === size) return drawHypothesis(cumulative, u);
  throw new LearnerError("shape", `${(weighed?.loss ?? cumulative)?.length} weights for ${size} rules`);
}

/**
 * Returns the first rule, in the first chunk, whose running total exceeds u · total. If rounding leaves none, returns a
 * chunk's last rule with any weight.
 *
 * @throws LearnerError "range" on u
 * Cost: O(log N), and the exponentials of a chunk.
 * @internal
 */
export function drawFromTotals(weighed: WeighedPolicy, u: number): number {
  const { sums } = weighed;
  const chunk = drawHypothesis(sums, u);
  const target = u * (sums.at(-1) as number);
  const { first, weights } = weightsOfChunk(weighed, chunk);
  let reached = chunk === 0 ? 0 : (sums[chunk - 1] as number);
  let drawn = first;
  // Stryker disable next-line EqualityOperator: there is no weight behind the last
  for (let place = 0; place < weights.length && target >= reached; place++) {
    const weight = weights[place] as number;
    reached += weight;
    if (weight > 0) drawn = first + place;
  }
  return drawn;
}
