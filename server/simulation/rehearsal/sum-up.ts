import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { type BestRules, yardstickErrors } from "#server/learner/exp2/yardsticks.ts";
import { reportsUntil } from "#server/learner/guarded/allowance.ts";
import type { DraftWorld } from "#server/simulation/draft-world.ts";
import type { SimulationPlan } from "#server/simulation/plan.ts";
import { type CellResult, type Figure, figureOf } from "#server/simulation/results.ts";
import { checkpointsOf, type SeriesPoint } from "#server/simulation/series.ts";
import type { RehearsedChange } from "#server/study/draft.ts";
import type { RehearsalResult, RehearsedSetting } from "./result.ts";

/** Names in a plan of the draft's own settings, by the strictness of their panel. */
export const panelNames = { strict: "A-strict", chosen: "A", mild: "A-mild" } as const;

/**
 * Sums up the results of a draft's plan for the page of its rehearsal.
 *
 * @param cells with a point of their course after every round
 * @param page what the page knows of it: the change of each setting, what the best single rules achieve and the errors
 *   per person of the rule in force (null: not known), and the rest as in the result
 */
export function sumUp(
  { learners, horizons, seeds }: SimulationPlan,
  {
    population,
    examples,
    count,
    yesShare,
  }: Pick<DraftWorld, "population" | "examples" | "count" | "yesShare">,
  cells: readonly CellResult[],
  {
    changes,
    best,
    inForce,
    ...page
  }: Pick<RehearsalResult, "about" | "seconds" | "fitted"> & {
    changes: readonly (RehearsedChange | null)[];
    best: BestRules | null;
    inForce: number | null;
  },
): RehearsalResult {
  const rounds = horizons[0] as number;
  const settings = learners.flatMap((learner) => {
    if (!("spec" in learner)) return [];
    const { name, spec } = learner;
    const own = cells.filter((cell) => cell.learner === name);
    return [{ name, rounds, ...settingFigures(own, { rounds, yesShare, best, inForce }, spec) }];
  });
  return {
    ...page,
    runs: seeds.length,
    lookedAt: population.kinds.length,
    count,
    yesShare,
    examples: examples.map((example) => ({ ...example, cells: [...example.cells] })),
    settings: settings
      .slice(0, changes.length)
      .map(({ name: _, ...figures }, place) => ({ change: changes[place] ?? null, ...figures })),
    panels: (["strict", "chosen", "mild"] as const).flatMap((panel) => {
      const played = settings.find(({ name }) => name === panelNames[panel]);
      if (played === undefined) return [];
      const end = (figures: readonly Figure[]) => figures.at(-1) as Figure;
      const { reports, judged, verdicts, wrong } = played;
      return [{ panel, reports: end(reports), judged: end(judged), pairs: end(verdicts), wrong: end(wrong) }];
    }),
  };
}

/**
 * Returns the figures of one setting.
 *
 * @param cells its cells, at least one
 * @param known the number of rounds, the share of good outcomes, what the best single rules achieve, and the errors of the
 *   rule in force
 * @internal
 */
export function settingFigures(
  cells: readonly CellResult[],
  { rounds, ...known }: { rounds: number; yesShare: number; best: BestRules | null; inForce: number | null },
  { alpha, guarded, picks }: Pick<LearnerSpec, "alpha" | "guarded" | "picks">,
): Omit<RehearsedSetting, "change" | "rounds"> {
  const after = checkpointsOf(rounds);
  const promised = guarded === undefined ? null : reportsUntil(tauOf(guarded), rounds);
  const at = (until: number, value: (point: SeriesPoint, cell: CellResult) => number) =>
    figureOf(cells.map((cell) => value(pointAt(cell, until), cell)));
  const afterEach = (value: (point: SeriesPoint, cell: CellResult) => number) =>
    after.map((until) => at(until, value));
  const hasNumber = picks !== undefined;
  const pickedShare = ({ round, picked }: SeriesPoint, { roundSize }: CellResult) =>
    picked / (round * roundSize);
  const yardsticks = (share: number) =>
    yardstickErrors({ ...known, pickedShare: share, hasNumber, alpha: Number(alpha) });
  const curve = Array.from({ length: rounds }, (_, index) => at(index + 1, (point) => point.violatingRounds));
  return {
    after,
    reports: afterEach((point) => point.violatingRounds),
    most: promised && after.map((until) => promised[until] ?? 0),
    judged: afterEach((point) => point.judgedRounds),
    verdicts: afterEach((point) => point.verdicts),
    picked: afterEach((point) => point.picked),
    wrong: afterEach(({ round, wrong }, { roundSize }) => wrong / (round * roundSize)),
    hasNumber,
    yardsticks: {
      ...yardsticks(at(rounds, pickedShare).mean),
      atRandom: afterEach((point, cell) => yardsticks(pickedShare(point, cell)).atRandom),
    },
    curve: {
      mean: curve.map(({ mean }) => mean),
      low: curve.map(({ low }) => low),
      high: curve.map(({ high }) => high),
      most: promised?.slice(1) ?? null,
    },
    chances: (cells[0]?.examples ?? []).map(({ rounds: openings }, example) =>
      openings.map((_, opening) =>
        figureOf(cells.map(({ examples = [] }) => examples[example]?.chances[opening] ?? 0)),
      ),
    ),
  };
}

function pointAt({ series = [] }: CellResult, round: number): SeriesPoint {
  const point = series.find((each) => each.round === round);
  if (point === undefined) throw new Error(`a course without round ${round}`);
  return point;
}

function tauOf({ allowance, step, tauStart }: NonNullable<LearnerSpec["guarded"]>) {
  return { allowance: Number(allowance), step: Number(step), tauStart: Number(tauStart) };
}
