import { LearnerError } from "../errors.ts";
import type { Features } from "../spec.ts";

/**
 * A finite class H of rules. The catalogue order of the rules is part of the log's format: the draw picks by it.
 * Every class holds both constant rules, as the paper asks for one.
 */
export type HypothesisClass = {
  /** N = |H| */
  readonly size: number;
  /** Positions of the two constant rules. */
  readonly constants: { readonly none: number; readonly all: number };
  /**
   * h(x) for every h: [N] of 0 and 1, in catalogue order.
   * @throws LearnerError "shape" if the row's length is not that of the columns; "not-a-decimal" on a number cell
   */
  bits(individual: Features): Uint8Array;
  /** h(x) for one h. @throws LearnerError "range" if there is no such rule; else as `bits` */
  evaluate(hypothesis: number, individual: Features): 0 | 1;
  /** The rule in words. @throws LearnerError "range" */
  sentence(hypothesis: number): string;
};

/** The words for the two constant rules, the same in every class. */
export const ACCEPT_NO_ONE = "accept no one";
export const ACCEPT_EVERYONE = "accept everyone";

/** @throws LearnerError "range" if there is no rule with this number */
export function checkHypothesis(hypothesis: number, size: number): void {
  if (!Number.isInteger(hypothesis) || hypothesis < 0 || hypothesis >= size) {
    throw new LearnerError("range", `rule ${hypothesis} is not one of 0..${size - 1}`);
  }
}
