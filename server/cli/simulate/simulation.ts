import { bindRun } from "#server/learner/simulation/play.ts";
import { type Cell, planCells } from "./cells.ts";
import type { Config } from "./config.ts";
import { openProgress, type Progress } from "./progress.ts";
import { type CellResult, openResults } from "./results.ts";
import { runCell } from "./run-cell.ts";
import { loadSolver } from "./solver.ts";
import type { World } from "./world.ts";
import { worldOf } from "./worlds.ts";

export type Simulated = {
  readonly world: World;
  /** All cells that are finished now, in the order of the plan. */
  readonly results: readonly CellResult[];
  readonly planned: number;
  /** Finished by an earlier call. */
  readonly skipped: number;
};

/**
 * Plays every cell of a plan that its folder does not hold yet. Stopped, it keeps what is finished.
 *
 * @throws SimulationRefusal; LearnerError on what the learner refuses
 */
export async function simulate(
  config: Config,
  out: string,
  watch: { readonly isStopped: () => boolean; readonly progressOn: Parameters<typeof openProgress>[0] },
): Promise<Simulated> {
  const world = worldOf(config.world);
  const cells = planCells(config, world);
  startEach(cells);
  const folder = openResults(out, cells);
  const solve = await loadSolver();
  const rules = config.frontier?.rules ?? [];
  const progress: Progress = openProgress(
    watch.progressOn,
    cells.reduce((total, { horizon }) => total + horizon, 0),
  );
  for (const cell of cells) {
    if (watch.isStopped()) break;
    if (folder.finished.has(cell.key)) {
      progress.skip(cell.horizon);
      continue;
    }
    progress.begin(`${cell.learner}, T = ${cell.horizon}, seed ${cell.seed}`);
    const onProgress = (rounds: number) => progress.update(rounds);
    const result = await runCell(cell, rules, solve, { onProgress, isStopped: watch.isStopped });
    if (result !== undefined) folder.add(result);
  }
  progress.end();
  const skipped = cells.filter(({ key }) => folder.finished.has(key)).length;
  return { world, results: folder.writeAll(), planned: cells.length, skipped };
}

/** Starts each kind of cell once, so that what the learner refuses is refused before hours of play. */
function startEach(cells: readonly Cell[]): void {
  const [first] = cells;
  for (const cell of cells) if (cell.seed === first?.seed) bindRun(cell.run).start();
}
