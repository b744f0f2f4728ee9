import { pairsInEffect } from "#server/learner/panel/panel.ts";
import { bestRule, errorCosts, type fairComparators, lagrangianCosts } from "./comparator.ts";
import type { Ledger } from "./ledger.ts";
import { errorLoss, lagrangianLoss, unfairLoss } from "./loss.ts";
import type { PlayedRound } from "./played-round.ts";

/** The losses of a run before its first round. Expectations are over the round's draw, π^t given. */
export const NO_ROUNDS = {
  rounds: 0,
  people: 0,
  /** Σ Error(π^t), expected */
  error: 0,
  /** Σ Error(h^t), as drawn */
  drawnErrors: 0,
  /** Σ Unfair(π^t): violating rounds of the exact policy */
  violatingRounds: 0,
  /** Rounds with a pair beyond the pivotal auditor's distance: equals V if the panel does not lapse */
  unfairRounds: 0,
  /** Rounds with a pair that could be judged */
  judgedRounds: 0,
  /** Only for mode `guarded`: rounds whose correction the budget cut, and the violating ones among them */
  cutRounds: 0,
  cutViolatingRounds: 0,
  /** Only for mode `guarded`: what all corrections took, as logged by the last opening */
  spent: 0,
  /** Violating pairs, over all rounds */
  violatingPairs: 0,
  /** Σ L_{C_t,ρ^t}(π^t) */
  lagrangian: 0,
  /** Σ C_t Unfair(π^t): times ε, the fairness side of Lemma 4.3 */
  weightedUnfair: 0,
  /** Σ π^t(x_i) */
  accepted: 0,
  /** Σ y_i */
  yes: 0,
};

export type RunSums = Readonly<typeof NO_ROUNDS>;

export function addRound(sums: RunSums, round: PlayedRound): RunSums {
  const { policy, labels, decisions, violations, fairnessWeight } = round;
  const unfair = unfairLoss(violations);
  const cut = round.guard?.isCut === true ? 1 : 0;
  return {
    rounds: sums.rounds + 1,
    people: sums.people + policy.length,
    error: sums.error + errorLoss(policy, labels),
    drawnErrors: sums.drawnErrors + errorLoss(decisions, labels),
    violatingRounds: sums.violatingRounds + unfair,
    unfairRounds: sums.unfairRounds + (round.isUnfair ? 1 : 0),
    judgedRounds: sums.judgedRounds + (round.eligibleCount > 0 ? 1 : 0),
    cutRounds: sums.cutRounds + cut,
    cutViolatingRounds: sums.cutViolatingRounds + cut * unfair,
    spent: round.guard === undefined ? 0 : Number(round.guard.spent),
    violatingPairs: sums.violatingPairs + violations.length,
    lagrangian: sums.lagrangian + lagrangianOf(round),
    weightedUnfair: sums.weightedUnfair + fairnessWeight * unfair,
    accepted: sums.accepted + policy.reduce((total, chance) => total + chance, 0),
    yes: sums.yes + labels.reduce<number>((total, label) => total + label, 0),
  };
}

/** Returns the Lagrangian loss. Mode `guarded` has no C: there it is the error. */
function lagrangianOf({ policy, labels, violations, fairnessWeight, guard }: PlayedRound): number {
  if (guard !== undefined) return errorLoss(policy, labels);
  return lagrangianLoss(policy, labels, pairsInEffect(violations), fairnessWeight);
}

/**
 * Measures the regrets of Definitions 2.9 to 2.11 against the realised rounds, exactly except for the linear program's
 * tolerance. They may be negative.
 *
 * The policies π^t and the pairs ρ^t are those of the run, so these are regrets of the realised sequence. bounds.ts
 * gives bounds on their expectation over the draws.
 *
 * @param eps ε
 */
export function regrets(
  sums: RunSums,
  ledger: Pick<Ledger, "contexts" | "search">,
  fair: ReturnType<typeof fairComparators>,
  eps: number,
) {
  const { contexts, search } = ledger;
  const error = fair.least(errorCosts);
  const lagrangian = fair.least(lagrangianCosts);
  const rule = bestRule(contexts, errorCosts, search);
  const accepted = contexts.reduce(
    (total, { yes, no }, a) => total + (yes + no) * (error.policy[a] as number),
    0,
  );
  const errorRegret = sums.error - error.loss;
  return {
    /** Against Q_{α-ε,γ}. */
    error: errorRegret,
    /**
     * Against any set of policies with a constant one, for example Q: a constant has no gap, so the smallest number of
     * violating rounds is 0 and the regret is V.
     */
    unfair: sums.violatingRounds,
    /** Against Q_{α-ε,γ}. */
    lagrangian: sums.lagrangian - lagrangian.loss,
    /** Error regret against Δ(H): against the best single rule, fair or not. */
    errorToBestRule: sums.error - rule.loss,
    /** Σ Error of the best policy of Q, and of the best rule. */
    comparatorError: error.loss,
    bestRuleError: rule.loss,
    /** Lemma 4.3's left side: ε Σ C_t Unfair + error regret; never above the Lagrangian regret. */
    lemmaLeft: eps * sums.weightedUnfair + errorRegret,
    /** How often the comparator accepts, per person. */
    comparatorAccepted: accepted / sums.people,
    pairsUsed: lagrangian.pairsUsed,
    pairCount: error.pairCount,
  };
}
