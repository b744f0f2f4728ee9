import type { SimulationSettings } from "#server/schemas/runs.ts";
import { planCells } from "#server/simulation/cells.ts";
import { parseConfig } from "#server/simulation/config.ts";
import type { SolveProgram } from "#server/simulation/engine/programs.ts";
import { configOf } from "#server/simulation/made-up-run.ts";
import type { CellResult } from "#server/simulation/results.ts";
import { runCell } from "#server/simulation/run-cell.ts";
import { loadSolver } from "#server/simulation/solver.ts";
import { inventedWorld } from "#server/simulation/world.ts";

let solver: Promise<SolveProgram> | undefined;

/**
 * Plays one cell of a simulation with one seed.
 *
 * @param input.place which cell of the plan, from 0
 * @param input.played memory shared with the caller: rounds played so far, and 1 once it has begun: [2]
 */
export async function simulateCell(input: {
  settings: SimulationSettings;
  place: number;
  played: Float64Array;
}): Promise<CellResult> {
  input.played[1] = 1;
  const config = parseConfig(configOf(input.settings));
  if (config.world.kind !== "made-up") throw new Error("a simulation of a server has a made-up world");
  const cell = planCells(config, inventedWorld(config.world))[input.place];
  if (cell === undefined) throw new Error(`a simulation without cell ${input.place}`);
  solver ??= loadSolver();
  const result = await runCell(cell, [], await solver, {
    onProgress: (rounds) => {
      input.played[0] = rounds;
    },
    // A caller that no longer needs the result ends the thread.
    isStopped: () => false,
  });
  if (result === undefined) throw new Error("a simulation that nobody stopped has stopped");
  return result;
}
