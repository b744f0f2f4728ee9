import { setImmediate as yieldToEvents } from "node:timers/promises";
import { errorRegretBound, violatingRoundsBound } from "#server/learner/bounds.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { mostReports } from "#server/learner/guarded/allowance.ts";
import { guardedSettings } from "#server/learner/guarded/settings.ts";
import { alignDecimals, parseNumber } from "#server/learner/numeric/decimal.ts";
import { log } from "#server/learner/numeric/math.ts";
import { oracleOf } from "#server/learner/oracles/catalogue.ts";
import { panelRuleText } from "#server/learner/panel/panel-rule-words.ts";
import { errorCosts, fairComparators } from "#server/simulation/engine/comparator.ts";
import { redecideFlags } from "#server/simulation/engine/frontier.ts";
import { openLedger } from "#server/simulation/engine/ledger.ts";
import { addRound, NO_ROUNDS, regrets } from "#server/simulation/engine/metrics.ts";
import { bindRun } from "#server/simulation/engine/play.ts";
import type { SolveProgram } from "#server/simulation/engine/programs.ts";
import type { Cell } from "./cells.ts";
import type { CellResult } from "./results.ts";
import { type SeriesPoint, seriesRounds } from "./series.ts";

/** The time between two checks of the clock and the keyboard. */
const CHUNK_MILLISECONDS = 50;

export type CellWatch = {
  /** Called repeatedly with the rounds played so far. */
  onProgress(rounds: number): void;
  isStopped(): boolean;
};

/**
 * Plays one cell to its end and measures it.
 *
 * @param redecided rules under which the stored flags are decided again
 * @returns undefined if it was stopped: an unfinished cell stores nothing
 */
export async function runCell(
  cell: Cell,
  redecided: readonly PanelRule[],
  solve: SolveProgram,
  watch: CellWatch,
): Promise<CellResult | undefined> {
  const { learner } = cell.run;
  const rules = hypothesisClass(learner.columns, learner.hypotheses);
  const run = bindRun(cell.run);
  const ledger = openLedger(rules, rules.unlisted && oracleOf(learner.columns, learner.hypotheses, rules));
  const frontier = redecided.length === 0 ? undefined : redecideFlags(redecided);
  const slack = slackOf(learner);
  const asked = new Set(cell.series === undefined ? [] : seriesRounds(cell.horizon, cell.series));
  const series: SeriesPoint[] = [];
  let state = run.start();
  let sums = NO_ROUNDS;
  let nextLook = performance.now() + CHUNK_MILLISECONDS;
  while (sums.rounds < cell.horizon) {
    const { round, state: next } = run.play(state);
    state = next;
    sums = addRound(sums, round);
    ledger.add(round);
    frontier?.add({ ...round, alpha: learner.alpha });
    if (asked.has(sums.rounds)) {
      const best = fairComparators(ledger, slack, solve).least(errorCosts);
      const { rounds, violatingRounds, error } = sums;
      series.push({ round: rounds, violatingRounds, errorRegret: error - best.loss });
    }
    if (performance.now() >= nextLook) {
      watch.onProgress(sums.rounds);
      await yieldToEvents();
      if (watch.isStopped()) return undefined;
      nextLook = performance.now() + CHUNK_MILLISECONDS;
    }
  }
  watch.onProgress(sums.rounds);
  const fair = fairComparators(ledger, slack, solve);
  const found = regrets(sums, ledger, fair, parseNumber(learner.eps));
  const { key, learner: name, horizon, seed, rule } = cell;
  return {
    key,
    learner: name,
    rule,
    rounds: horizon,
    seed,
    rules: rules.size,
    roundSize: learner.roundSize,
    violatingRounds: sums.violatingRounds,
    violatingPairs: sums.violatingPairs,
    errorPerPerson: sums.error / sums.people,
    drawnErrorPerPerson: sums.drawnErrors / sums.people,
    acceptedShare: sums.accepted / sums.people,
    errorRegret: found.error,
    unfairnessRegret: found.unfair,
    lagrangianRegret: found.lagrangian,
    errorRegretToBestRule: found.errorToBestRule,
    comparatorErrorPerPerson: found.comparatorError / sums.people,
    comparatorAcceptedShare: found.comparatorAccepted,
    bestRuleErrorPerPerson: found.bestRuleError / sums.people,
    errorRegretScaled: found.error / scaleOf(learner.roundSize, horizon, rules.size),
    lagrangianRegretScaled: found.lagrangian / scaleOf(learner.roundSize, horizon, rules.size),
    lemmaLeft: found.lemmaLeft,
    pairsBinding: found.pairCount,
    pairsUsed: found.pairsUsed,
    errorRegretBound: boundOf(cell, errorRegretBound, rules.size),
    violatingRoundsBound: boundOf(cell, violatingRoundsBound, rules.size),
    judgedRounds: sums.judgedRounds,
    promise: promiseOf(learner, horizon),
    cutRounds: sums.cutRounds,
    cutViolatingRounds: sums.cutViolatingRounds,
    spentScaled: sums.spent / scaleOf(learner.roundSize, horizon, rules.size),
    redecided: (frontier?.points() ?? []).map((point) => ({
      rule: panelRuleText(point.rule),
      violatingRounds: point.violatingRounds,
      violatingPairs: point.violatingPairs,
    })),
    ...(cell.series !== undefined && { series }),
  };
}

/** α - ε, subtracted exactly. */
function slackOf({ alpha, eps }: Cell["run"]["learner"]): number {
  const [one = 1n, a = 0n, e = 0n] = alignDecimals(["1", alpha, eps]);
  return Number(a - e) / Number(one);
}

/** k √(T ln N) */
function scaleOf(roundSize: number, rounds: number, rules: number): number {
  return roundSize * Math.sqrt(rounds * log(rules));
}

/** Returns the promise of Theorem A; null for the other modes. */
function promiseOf(learner: Cell["run"]["learner"], rounds: number): number | null {
  return learner.mode === "guarded" ? mostReports(guardedSettings(learner), rounds) : null;
}

/**
 * Returns a bound; null if none is proven in numbers: FTPL, mode guarded, and a learner that does not receive the
 * panel's pairs.
 */
function boundOf(cell: Cell, bound: typeof errorRegretBound, size: number): number | null {
  const { learner, hearsPanel } = cell.run;
  const isUnproven = learner.learner === "ftpl" || learner.mode === "guarded" || !hearsPanel;
  return isUnproven ? null : bound(learner, size, cell.horizon);
}
