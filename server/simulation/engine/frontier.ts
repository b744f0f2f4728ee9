import type { PanelRule } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { decidePanel, type PanelQuestion } from "#server/learner/panel/panel.ts";

/** A panel's ballots on a round, as a log holds them. */
export type StoredFlags = Pick<PanelQuestion, "chances" | "alpha" | "seatCount" | "flags">;

/** How often a rule would have found a violation in the same flags. */
export type Redecided = {
  readonly rule: PanelRule;
  readonly violatingRounds: number;
  readonly violatingPairs: number;
};

export type FrontierTally = {
  add(round: StoredFlags): void;
  readonly points: () => readonly Redecided[];
};

/**
 * Re-decides stored flags under other rules, other γ among them (Remark 2.5). This is exact, since the rule does not
 * change the pairs that an auditor sees. It says what the panel would have called a violation **of the policies that
 * were deployed**. It does not say what a study under that rule would have deployed, because the learner would have
 * received other pairs. For that, play again (closed loop) and say so.
 *
 * @returns an accumulator: it changes as rounds are added
 * @throws LearnerError "shape" without a rule; from `add` as decidePanel
 * Memory: one count for each rule.
 */
export function redecideFlags(rules: readonly PanelRule[]): FrontierTally {
  if (rules.length === 0) throw new LearnerError("shape", "a frontier without a rule");
  let points: Redecided[] = rules.map((rule) => ({ rule, violatingRounds: 0, violatingPairs: 0 }));
  return {
    points: () => points,
    add(round) {
      points = points.map(({ rule, violatingRounds, violatingPairs }) => {
        const violating = decidePanel({ ...round, rule, pairRule: "average" }).violations.length;
        return {
          rule,
          violatingRounds: violatingRounds + (violating > 0 ? 1 : 0),
          violatingPairs: violatingPairs + violating,
        };
      });
    },
  };
}
