import { LearnerError } from "../errors.ts";
import { decidePanel, neededFlags, type PanelQuestion } from "../panel.ts";
import type { Gamma } from "../spec.ts";

/** A round as a panel left it: what a log holds of it is enough. */
export type StoredFlags = Pick<PanelQuestion, "chances" | "alpha" | "seatCount" | "flags">;

/** How often a γ would have found a violation in the same flags. */
export type Redecided = {
  readonly gamma: Gamma;
  /** r of the last round's panel */
  readonly needed: number;
  readonly violatingRounds: number;
  readonly violatingPairs: number;
};

export type FrontierTally = {
  add(round: StoredFlags): void;
  readonly points: () => readonly Redecided[];
};

/**
 * Re-decides stored flags under other γ (Remark 2.5): exact, since γ does not change what an auditor is asked. It says
 * what the panel would have called a violation **of the policies that were deployed**. It does not say what a study under
 * that γ would have deployed: the learner would have heard other pairs. For that, play again (closed loop) and say so.
 *
 * @returns an accumulator: it changes as rounds are added
 * @throws LearnerError "shape" without a γ; as decidePanel
 * Memory: one count for each γ.
 */
export function redecideFlags(gammas: readonly Gamma[]): FrontierTally {
  if (gammas.length === 0) throw new LearnerError("shape", "a frontier without a gamma");
  let points: Redecided[] = gammas.map((gamma) => ({
    gamma,
    needed: neededFlags(gamma, 1),
    violatingRounds: 0,
    violatingPairs: 0,
  }));
  return {
    points: () => points,
    add(round) {
      // one auditor suffices: all flagged pairs with their counts
      const any = { numerator: 1, denominator: round.seatCount };
      const counted = decidePanel({ ...round, gamma: any, pairRule: "average" }).violations;
      points = points.map((point) => {
        const needed = neededFlags(point.gamma, round.seatCount);
        const violating = counted.filter(({ flagCount }) => flagCount >= needed).length;
        return {
          gamma: point.gamma,
          needed,
          violatingRounds: point.violatingRounds + (violating > 0 ? 1 : 0),
          violatingPairs: point.violatingPairs + violating,
        };
      });
    },
  };
}
