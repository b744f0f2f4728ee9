import { loggedRules } from "#server/audit-log/draw.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { ftplSettings } from "#server/learner/ftpl/settings.ts";
import { lookedAt } from "#server/learner/oracles/catalogue.ts";

/**
 * The default budget of a verification for drawing FTPL's rules again, in operations (docs/verifying.md). In seconds,
 * it would cover different rounds on each machine.
 */
export const defaultBudget = 1e10;

/**
 * The rules that a round of FTPL draws, and the cost of drawing one. A draw evaluates every rule (trees through sums that
 * represent them) and adds noise to every context.
 */
export type DrawCost = {
  /** R, and in mode `paper` up to L more for each of k people. */
  readonly drawn: number;
  /** N */
  readonly rules: number;
  /** The number of rules, or of sums that represent them, that one draw evaluates. */
  readonly looks: number;
  /** Noise variables for each draw: the number of contexts times the number summed for each. */
  readonly noise: number;
};

/** Returns the cost of a round; null for learners other than FTPL, which draw at most one rule. */
export function drawCostOf(spec: StudySettings["learner"]): DrawCost | null {
  if (spec.learner !== "ftpl") return null;
  const { size, separator } = loggedRules(spec);
  const { resampleCount, weightCap, noiseLength } = ftplSettings(spec, size, separator.size);
  const most = spec.mode === "paper" ? spec.roundSize * weightCap : 0;
  return {
    drawn: resampleCount + most,
    rules: size,
    looks: lookedAt(spec.hypotheses, size),
    noise: separator.size * noiseLength,
  };
}

/** Returns the operations of a round. */
export function roundCost({ drawn, looks, noise }: DrawCost): number {
  return drawn * (looks + noise);
}

/** A budget spent on rounds in log order, so that the same budget always leaves out the same rounds. */
export class OperationBudget {
  readonly given: number;
  /** The rounds that were left out. */
  readonly leftOut: number[] = [];
  /** The cost of all rounds. */
  needed = 0;
  #left: number;

  constructor(operations: number) {
    this.given = operations;
    this.#left = operations;
  }

  /** Spends the cost of a round. @returns false if too little is left; then the round is left out */
  spend(round: number, operations: number): boolean {
    this.needed += operations;
    if (this.#left < operations) {
      this.leftOut.push(round);
      // The remainder must not go to a later round that happens to be cheaper.
      this.#left = 0;
      return false;
    }
    this.#left -= operations;
    return true;
  }
}
