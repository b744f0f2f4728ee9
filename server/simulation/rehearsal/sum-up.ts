import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { type BestRules, yardstickErrors } from "#server/learner/exp2/yardsticks.ts";
import { reportsUntil } from "#server/learner/guarded/allowance.ts";
import type { DraftWorld } from "#server/simulation/draft-world.ts";
import type { SimulationPlan } from "#server/simulation/plan.ts";
import { type CellResult, figureOf } from "#server/simulation/results.ts";
import type { SeriesPoint } from "#server/simulation/series.ts";
import type { RehearsedChange } from "#server/study/draft.ts";
import type { RehearsalPoint, RehearsalResult, RehearsedSetting } from "./result.ts";

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
    return [{ name, ...settingFigures(own, { rounds, yesShare, best, inForce }, spec) }];
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
      const { reports, judged, verdicts: pairs, wrong } = played.points.at(-1) as RehearsalPoint;
      return [{ panel, reports, judged, pairs, wrong }];
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
): Omit<RehearsedSetting, "change"> {
  const promised = guarded === undefined ? null : reportsUntil(tauOf(guarded), rounds);
  const hasNumber = picks !== undefined;
  const yardsticks = (pickedShare: number) =>
    yardstickErrors({ ...known, pickedShare, hasNumber, alpha: Number(alpha) });
  const pickedShare = ({ round, picked }: SeriesPoint, { roundSize }: CellResult) =>
    picked / (round * roundSize);
  const at = (round: number, value: (point: SeriesPoint, cell: CellResult) => number) =>
    figureOf(cells.map((cell) => value(pointAt(cell, round), cell)));
  const { atRandom: _, ...atEnd } = yardsticks(at(rounds, pickedShare).mean);
  return {
    points: Array.from({ length: rounds }, (_, index) => ({
      reports: at(index + 1, (point) => point.violatingRounds),
      most: promised?.[index + 1] ?? null,
      judged: at(index + 1, (point) => point.judgedRounds),
      verdicts: at(index + 1, (point) => point.verdicts),
      picked: at(index + 1, (point) => point.picked),
      wrong: at(index + 1, ({ round, wrong }, { roundSize }) => wrong / (round * roundSize)),
      atRandom: at(index + 1, (point, cell) => yardsticks(pickedShare(point, cell)).atRandom),
    })),
    hasNumber,
    yardsticks: atEnd,
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
