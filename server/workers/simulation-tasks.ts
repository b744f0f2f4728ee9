import { cellAt } from "#server/simulation/cells.ts";
import { type DraftWorld, draftWorld } from "#server/simulation/draft-world.ts";
import type { DraftPlan, SimulationPlan } from "#server/simulation/plan.ts";
import type { CellResult } from "#server/simulation/results.ts";
import { runCell } from "#server/simulation/run-cell.ts";
import { syntheticWorld, type World } from "#server/simulation/world.ts";
import { type PackedFile, unpackFile } from "#server/study/files/reading/packed-file.ts";
import { type Result, toResult } from "#server/study/files/reading/result.ts";

/** Reads the people of a draft's plan from its file. */
export function readDraftWorld(input: { spec: DraftPlan; packed: PackedFile }): Result<DraftWorld> {
  return toResult(() => draftWorld(input.spec, unpackFile(input.packed)));
}

/**
 * Plays one cell of a plan.
 *
 * @param input.spec the plan
 * @param input.world of a draft's plan; null if the plan's world needs no file
 * @param input.place which cell of the plan, from 0
 * @param input.played memory shared with the caller: rounds played so far: [1]
 */
export async function simulateCell(input: {
  spec: SimulationPlan;
  world: World | null;
  place: number;
  played: Float64Array;
}): Promise<CellResult> {
  const { spec, world, place, played } = input;
  const result = await runCell(cellAt(spec, world ?? worldOf(spec), place), [], {
    onProgress: (rounds) => {
      played[0] = rounds;
    },
    // A caller that no longer needs the result ends the thread.
    isStopped: () => false,
  });
  if (result === undefined) throw new Error("a simulation stopped that was not to be stopped");
  return result;
}

function worldOf({ world }: SimulationPlan): World {
  if (world.kind !== "synthetic") throw new Error(`a simulation without its world, ${world.kind}`);
  return syntheticWorld(world);
}
