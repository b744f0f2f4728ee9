import { rulesOf } from "#server/audit-log/draw.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { ftplSettings } from "#server/learner/ftpl/settings.ts";
import { lookedAt } from "#server/learner/oracles/catalogue.ts";

/**
 * What a verification may spend on drawing rules of FTPL anew, in operations (docs/verifying.md). In seconds it would be
 * another set of rounds on each machine.
 */
export const defaultBudget = 1e10;

/** What a round of FTPL draws, and what one rule costs: all rules are looked at, unless they are trees, and each context has its noise. */
export type DrawCost = {
  /** R, and in mode `paper` up to L more for each of k people. */
  readonly drawn: number;
  /** N */
  readonly rules: number;
  /** One draw looks at so many of them, or of the sums that stand for them. */
  readonly looks: number;
  /** Variables of noise a rule: contexts, and how many are summed on each. */
  readonly noise: number;
};

/** @returns null where a round draws one rule at most: all learners but FTPL */
export function drawCostOf(spec: StudySettings["learner"]): DrawCost | null {
  if (spec.learner !== "ftpl") return null;
  const { size, separator } = rulesOf(spec);
  const { resampleCount, weightCap, noiseLength } = ftplSettings(spec, size, separator.size);
  const most = spec.mode === "paper" ? spec.roundSize * weightCap : 0;
  return {
    drawn: resampleCount + most,
    rules: size,
    looks: lookedAt(spec.hypotheses, size),
    noise: separator.size * noiseLength,
  };
}

/** Operations of a round. */
export function roundCost({ drawn, looks, noise }: DrawCost): number {
  return drawn * (looks + noise);
}

/** Spent on rounds in the order of the log, so that everybody who gives the same budget leaves out the same rounds. */
export class Budget {
  readonly given: number;
  /** Rounds that were left out. */
  readonly leftOut: number[] = [];
  /** What all rounds would have cost. */
  needed = 0;
  #left: number;

  constructor(operations: number) {
    this.given = operations;
    this.#left = operations;
  }

  /** @returns whether there is enough left for this round */
  spend(round: number, operations: number): boolean {
    this.needed += operations;
    if (this.#left < operations) {
      this.leftOut.push(round);
      // What is left is not for a later round that happens to be cheaper.
      this.#left = 0;
      return false;
    }
    this.#left -= operations;
    return true;
  }
}
