import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { cellRounds } from "#server/simulation/cells.ts";
import type { SimulationPlan } from "#server/simulation/plan.ts";
import type { CellResult } from "#server/simulation/results.ts";
import type { World } from "#server/simulation/world.ts";
import { openPool, type WorkerPool } from "#server/workers/pool.ts";

const lookMilliseconds = 50;

/** The threads of this process, made for the first run: loading them takes longer than a short run. */
let pool: WorkerPool | undefined;

/**
 * Plays cells on all cores, one thread each, longest first. The thread that plays a cell does not affect its numbers.
 * If stopped, it drops unfinished cells.
 *
 * @param given the cells by their places in the order of `planCells`
 * @throws LearnerError on what the learner refuses in the middle of a run
 */
export async function playCells(
  { plan, world, places }: { plan: SimulationPlan; world: World; places: readonly number[] },
  watch: { isStopped(): boolean; onResult(result: CellResult): void },
): Promise<void> {
  if (places.length === 0) return;
  const { ruleList, ...rest } = world;
  const rounds = cellRounds(plan);
  const worker = fileURLToPath(new URL("../../../.build/worker.mjs", import.meta.url));
  pool ??= openPool(worker, { threads: availableParallelism() });
  const { run } = pool;
  const stop = new AbortController();
  const look = () => {
    if (watch.isStopped()) stop.abort();
  };
  const timer = setInterval(look, lookMilliseconds);
  try {
    const longestFirst = places.toSorted((a, b) => (rounds[b] as number) - (rounds[a] as number));
    await Promise.all(
      longestFirst.map(async (place) => {
        const input = { spec: plan, world: rest, place, played: new Float64Array(1) };
        const result = await run("simulateCell", input, stop.signal, ruleList);
        watch.onResult(result);
        look();
      }),
    );
  } catch (error) {
    if (stop.signal.aborted) return;
    stop.abort();
    throw error;
  } finally {
    clearInterval(timer);
  }
}
