import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Cell, planCells } from "#server/simulation/cells.ts";
import { bindRun } from "#server/simulation/engine/play.ts";
import { type SimulationPlan, SimulationRefusal } from "#server/simulation/plan.ts";
import type { CellResult } from "#server/simulation/results.ts";
import type { World } from "#server/simulation/world.ts";
import { playCells } from "./play-cells.ts";
import { openProgress } from "./progress.ts";
import { openResults } from "./results.ts";
import { worldOf } from "./worlds.ts";

export type Simulated = {
  readonly world: World;
  /** All cells that are now finished, including those of other parts, in the order of the plan. */
  readonly results: readonly CellResult[];
  /** Number of cells in the part. */
  readonly planned: number;
  /** Number of cells finished by an earlier call. */
  readonly skipped: number;
};

/** One of several equal parts of a plan, for running it on several machines; `number` starts from 1. */
export type Part = { readonly number: number; readonly of: number };

/**
 * Plays every cell of a plan, or of one part of it, that its folder does not contain yet, on all cores. If stopped, it
 * keeps finished cells.
 *
 * @throws SimulationRefusal; LearnerError on what the learner refuses
 */
export async function simulate(
  plan: SimulationPlan,
  out: string,
  watch: {
    readonly isStopped: () => boolean;
    readonly progressOn: Parameters<typeof openProgress>[0];
    readonly part?: Part;
  },
): Promise<Simulated> {
  const world = worldOf(plan);
  const cells = planCells(plan, world);
  startEach(cells);
  const folder = openResults(out, cells);
  const { number, of } = watch.part ?? { number: 1, of: 1 };
  const own = cells.filter((_, index) => index % of === number - 1);
  const open = own.filter(({ key }) => !folder.finished.has(key));
  const roundsOf = (some: readonly Cell[]) => some.reduce((total, { horizon }) => total + horizon, 0);
  const progress = openProgress(watch.progressOn, roundsOf(own));
  progress.skip(roundsOf(own) - roundsOf(open));
  progress.begin(`${open.length} of ${own.length} cells`);
  const redecided = "frontier" in plan ? (plan.frontier?.rules ?? []) : [];
  await playCells(
    open,
    { redecided, ruleList: world.ruleList },
    {
      isStopped: watch.isStopped,
      onProgress: (rounds) => progress.update(rounds),
      onResult: (result) => folder.add(result),
    },
  );
  progress.end();
  return { world, results: folder.writeAll(), planned: own.length, skipped: own.length - open.length };
}

/**
 * Merges the results of a plan's parts in one folder, as one run would have left them.
 *
 * @param parts folders of results
 * @throws SimulationRefusal if one of them is not there, or holds results of another plan
 */
export function mergeParts(plan: SimulationPlan, out: string, parts: readonly string[]): Simulated {
  const world = worldOf(plan);
  const cells = planCells(plan, world);
  const folder = openResults(out, cells);
  for (const part of parts) {
    if (!existsSync(join(part, "results.jsonl"))) throw new SimulationRefusal(`${part} holds no results`);
    for (const [key, result] of openResults(part, cells).finished) {
      if (!folder.finished.has(key)) folder.add(result);
    }
  }
  return { world, results: folder.writeAll(), planned: cells.length, skipped: folder.finished.size };
}

/** Starts each kind of cell once, so that the learner's refusals come before hours of computation. */
function startEach(cells: readonly Cell[]): void {
  const [first] = cells;
  for (const cell of cells) if (cell.seed === first?.seed) bindRun(cell.run).start();
}
