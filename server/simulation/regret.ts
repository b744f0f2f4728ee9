import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { alignDecimals, parseNumber } from "#server/learner/numeric/decimal.ts";
import { log } from "#server/learner/numeric/math.ts";
import { oracleOf } from "#server/learner/oracles/catalogue.ts";
import { errorCosts, fairComparators, lagrangianCosts } from "#server/simulation/engine/comparator.ts";
import { openLedger } from "#server/simulation/engine/ledger.ts";
import { type RunSums, regrets } from "#server/simulation/engine/metrics.ts";
import type { PlayedRound } from "#server/simulation/engine/played-round.ts";
import type { SolveProgram } from "#server/solver/programs.ts";

/**
 * Opens a measure of regrets against the best fair policy: it changes as rounds are added.
 *
 * @param rules the class of the learner
 */
export function openRegret(learner: LearnerSpec, rules: HypothesisClass, solve: SolveProgram) {
  const ledger = openLedger(rules, rules.unlisted && oracleOf(learner.columns, learner.hypotheses, rules));
  const fair = () => fairComparators(ledger, slackOf(learner), solve);
  return {
    add: (round: PlayedRound) => ledger.add(round),
    soFar(sums: RunSums) {
      const comparators = fair();
      return {
        errorRegret: sums.error - comparators.least(errorCosts).loss,
        // without C it would be the error regret
        ...(learner.mode !== "guarded" && {
          lagrangianRegret: sums.lagrangian - comparators.least(lagrangianCosts).loss,
        }),
      };
    },
    all(sums: RunSums) {
      const found = regrets(sums, ledger, fair(), parseNumber(learner.eps));
      const scale = scaleOf(learner.roundSize, sums.rounds, rules.size);
      return {
        errorRegret: found.error,
        unfairnessRegret: found.unfair,
        lagrangianRegret: found.lagrangian,
        errorRegretToBestRule: found.errorToBestRule,
        comparatorErrorPerPerson: found.comparatorError / sums.people,
        comparatorAcceptedShare: found.comparatorAccepted,
        bestRuleErrorPerPerson: found.bestRuleError / sums.people,
        errorRegretScaled: found.error / scale,
        lagrangianRegretScaled: found.lagrangian / scale,
        lemmaLeft: found.lemmaLeft,
        pairsBinding: found.pairCount,
        pairsUsed: found.pairsUsed,
      };
    },
  };
}

/** α - ε, subtracted exactly. */
function slackOf({ alpha, eps }: LearnerSpec): number {
  const [one = 1n, a = 0n, e = 0n] = alignDecimals(["1", alpha, eps]);
  return Number(a - e) / Number(one);
}

/** k √(T ln N) */
export function scaleOf(roundSize: number, rounds: number, rules: number): number {
  return roundSize * Math.sqrt(rounds * log(rules));
}
