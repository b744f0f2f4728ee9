import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Features, LearnerSpec, PanelRule } from "#server/learner/config/spec.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import { panelRuleText } from "#server/learner/panel/panel-rule-words.ts";
import { redecideFlags } from "#server/simulation/engine/frontier.ts";
import { addRound, NO_ROUNDS } from "#server/simulation/engine/metrics.ts";
import { bindRun } from "#server/simulation/engine/play.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { loadSolver } from "#server/solver/highs.ts";
import type { Cell } from "./cells.ts";
import { showingOf } from "./docket.ts";
import { type Proven, provenOf } from "./proven.ts";
import { openRegret, scaleOf } from "./regret.ts";
import type { CellResult } from "./results.ts";
import { type SeriesPoint, seriesRounds } from "./series.ts";

/**
 * Plays one cell to its end and measures it.
 *
 * @param redecided rules under which the stored flags are decided again
 * @param onRound called after each round with the number of rounds so far
 */
export async function runCell(
  cell: Cell,
  redecided: readonly PanelRule[],
  onRound: (rounds: number) => void,
): Promise<CellResult> {
  const { learner } = cell.run;
  const rules = hypothesisClass(learner.columns, learner.hypotheses);
  const run = bindRun(withDocket(cell));
  const regret = cell.hasRegret ? openRegret(learner, rules, await loadSolver()) : undefined;
  const proven = provenOf(cell, rules.size);
  const frontier = redecided.length === 0 ? undefined : redecideFlags(redecided);
  const asked = new Set(cell.series === undefined ? [] : seriesRounds(cell.horizon, cell.series));
  const series: SeriesPoint[] = [];
  const openings: number[][] = [];
  let [verdicts, picked] = [0, 0];
  const start = run.start();
  let state = { ...start, learner: cell.state ?? start.learner };
  let sums = NO_ROUNDS;
  while (sums.rounds < cell.horizon) {
    if (cell.examples?.rounds.includes(sums.rounds + 1)) {
      openings.push(chancesOf(learner, state.learner, cell.examples.people));
    }
    const { round, state: next } = run.play(state);
    state = next;
    sums = addRound(sums, round);
    verdicts += round.askedCount;
    picked += round.decisions.reduce<number>((total, decision) => total + decision, 0);
    regret?.add(round);
    frontier?.add({ ...round, alpha: learner.alpha });
    if (asked.has(sums.rounds)) {
      const { rounds, violatingRounds, judgedRounds, drawnErrors } = sums;
      const counts = { round: rounds, violatingRounds, judgedRounds, verdicts, picked, wrong: drawnErrors };
      series.push({ ...counts, ...regret?.soFar(sums), ...boundsAfter(proven, rounds) });
    }
    onRound(sums.rounds);
  }
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
    yesShare: sums.yes / sums.people,
    ...regret?.all(sums),
    proof: proven.proof,
    errorRegretBound: proven.errorRegret(horizon),
    violatingRoundsBound: proven.violatingRounds(horizon),
    judgedRounds: sums.judgedRounds,
    promise: proven.promise(horizon),
    cutRounds: sums.cutRounds,
    cutViolatingRounds: sums.cutViolatingRounds,
    spentScaled: sums.spent / scaleOf(learner.roundSize, horizon, rules.size),
    redecided: (frontier?.points() ?? []).map((point) => ({
      rule: panelRuleText(point.rule),
      violatingRounds: point.violatingRounds,
      violatingPairs: point.violatingPairs,
    })),
    ...(cell.series !== undefined && { series }),
    ...(cell.examples && { examples: examplesOf(cell.examples, openings) }),
  };
}

/** Returns the run with what its docket shows auditors of a round. */
function withDocket({ run, docket }: Cell): RunSpec {
  if (docket === undefined) return run;
  const types = run.population.shownColumns.map(({ type }) => type);
  return { ...run, showing: showingOf(docket, types) };
}

/** An arbitrary seed of 32 bytes: the examples' chances have noise of their own, separate from the run. */
const EXAMPLES_SEED = "a5".repeat(32);

/** Returns chances before the limit of a round, computed in groups no larger than a round. */
function chancesOf(spec: LearnerSpec, state: LearnerState, people: readonly Features[]): number[] {
  const chances: number[] = [];
  for (let from = 0; from < people.length; from += spec.roundSize) {
    const opening = learnerOf(spec).open(state, people.slice(from, from + spec.roundSize), EXAMPLES_SEED);
    chances.push(...(opening.guard?.base ?? opening.chances).map(Number));
  }
  return chances;
}

/** @param openings chances at each asked opening: [rounds][examples] */
function examplesOf({ places, rounds }: NonNullable<Cell["examples"]>, openings: readonly number[][]) {
  return places.map((place, example) => ({
    place,
    rounds: [...rounds],
    chances: openings.map((chances) => chances[example] as number),
  }));
}

/** Returns the bounds of a point of the course. A bound on violating rounds that is not below t says nothing. */
function boundsAfter(proven: Proven, t: number): Pick<SeriesPoint, "errorRegretBound" | "reportsBound"> {
  const errorRegretBound = proven.errorRegret(t);
  const reportsBound = proven.promise(t) ?? proven.violatingRounds(t);
  return {
    ...(errorRegretBound !== null && { errorRegretBound }),
    ...(reportsBound !== null && reportsBound < t && { reportsBound }),
  };
}
