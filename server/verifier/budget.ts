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
 * The rules that a round of FTPL draws, and the cost of one rule. All rules are looked at, unless they are trees, and
 * each context has its noise.
 */
export type DrawCost = {
  /** R, and in mode `paper` up to L more for each of k people. */
  readonly drawn: number;
  /** N */
  readonly rules: number;
  /** The number of rules, or of sums that represent them, that one draw looks at. */
  readonly looks: number;
  /** Noise variables per rule: contexts, and how many are summed on each. */
  readonly noise: number;
};

/** @returns null where a round draws at most one rule: all learners but FTPL */
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

  /** @returns whether enough is left for this round */
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
