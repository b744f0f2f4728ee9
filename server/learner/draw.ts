import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import type { EvenDraw, Opening, RuleDraw } from "#server/learner/interface/learner.ts";
import type { HypothesisClass } from "./classes/class.ts";
import { learnerOf } from "./learners.ts";
import { evenDraw } from "./policy/even-draw.ts";

/** The random inputs of a draw. */
export type Lot = {
  /** A multiple of 2^-53 in [0, 1). */
  readonly u: number;
  /** A permutation of the positions; only an even draw reads it. */
  readonly order: readonly number[];
};

/**
 * Draws a round as its study specifies: one rule decides for all people, or an even draw.
 *
 * @param rules the class of the spec
 * @throws LearnerError as the learner's draw and evenDraw
 */
export function drawRound(
  spec: LearnerSpec,
  rules: HypothesisClass,
  { opening, people }: { opening: Opening; people: readonly Features[] },
  { u, order }: Lot,
): RuleDraw | EvenDraw {
  if (spec.draw === "even") return { order, decisions: evenDraw(opening.chances, order, u) };
  return learnerOf(spec).draw(rules, opening, people, u);
}
