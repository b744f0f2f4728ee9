import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Cell, cellRounds, planCells } from "#server/simulation/cells.ts";
import { bindRun } from "#server/simulation/engine/play.ts";
import { type SimulationPlan, SimulationRefusal } from "#server/simulation/plan.ts";
import {
  type CellResult,
  cellResultSchema,
  resultLines,
  resultsCsv,
  seriesCsv,
} from "#server/simulation/results.ts";
import type { World } from "#server/simulation/world.ts";
import { openPool, type WorkerPool } from "#server/workers/pool.ts";
import { worldOf } from "./worlds.ts";

export type Simulated = {
  readonly world: World;
  /** All cells that are now finished, in the order of the plan. */
  readonly results: readonly CellResult[];
  readonly planned: number;
  /** Number of cells finished by an earlier call. */
  readonly skipped: number;
};

/**
 * Plays every cell of a plan that its folder does not contain yet, on all cores. If stopped, it keeps finished cells.
 *
 * @throws SimulationRefusal; LearnerError on what the learner refuses
 */
export async function simulate(
  plan: SimulationPlan,
  out: string,
  watch: {
    readonly isStopped: () => boolean;
    /** Called after each cell with the numbers of finished cells and of all. */
    readonly onCell: (finished: number, all: number) => void;
  },
): Promise<Simulated> {
  const world = worldOf(plan);
  const cells = planCells(plan, world);
  startEach(cells);
  const folder = openResults(out, cells);
  const places = cells.flatMap(({ key }, place) => (folder.finished.has(key) ? [] : [place]));
  let finished = folder.finished.size;
  await playCells(
    { plan, world, places },
    {
      isStopped: watch.isStopped,
      onResult: (result) => {
        folder.add(result);
        finished += 1;
        watch.onCell(finished, cells.length);
      },
    },
  );
  return { world, results: folder.writeAll(), planned: cells.length, skipped: folder.finished.size };
}

/** Starts each kind of cell once, so that the learner's refusals come before hours of computation. */
function startEach(cells: readonly Cell[]): void {
  const [first] = cells;
  for (const cell of cells) if (cell.seed === first?.seed) bindRun(cell.run).start();
}

type ResultsFolder = {
  readonly finished: ReadonlyMap<string, CellResult>;
  add(result: CellResult): void;
  /** Writes all results in the order of the plan as JSONL and CSV, and their series as CSV. */
  writeAll(): readonly CellResult[];
};

/**
 * Opens a folder of results and reads those that are there. Each cell is appended as one line when it is finished; a
 * line cut short by a crash is dropped. Two runs of one plan write the same bytes, interrupted or not.
 *
 * @throws SimulationRefusal if it holds results of another plan
 */
function openResults(folder: string, cells: readonly Cell[]): ResultsFolder {
  mkdirSync(folder, { recursive: true });
  const jsonl = join(folder, "results.jsonl");
  const planned = new Set(cells.map(({ key }) => key));
  const finished = new Map(readLines(jsonl).map((result) => [result.key, result]));
  const foreign = [...finished.values()].find(({ key }) => !planned.has(key));
  if (foreign !== undefined) {
    throw new SimulationRefusal(
      `${folder} holds results of another plan (${foreign.learner}, T = ${foreign.rounds}, seed ${foreign.seed}): ` +
        "choose another folder with --out, or empty this one",
    );
  }
  const all = new Map(finished);
  replaceFile(jsonl, resultLines([...all.values()]));
  return {
    finished,
    add(result) {
      all.set(result.key, result);
      appendFileSync(jsonl, resultLines([result]));
    },
    writeAll() {
      const sorted = cells.flatMap(({ key }) => all.get(key) ?? []);
      replaceFile(jsonl, resultLines(sorted));
      replaceFile(join(folder, "results.csv"), resultsCsv(sorted));
      if (sorted.some(({ series }) => series !== undefined)) {
        replaceFile(join(folder, "series.csv"), seriesCsv(sorted));
      }
      return sorted;
    },
  };
}

function readLines(file: string): CellResult[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line, i) => {
      try {
        return cellResultSchema.parse(JSON.parse(line));
      } catch (cause) {
        throw new SimulationRefusal(`${file}, line ${i + 1} is no result`, { cause });
      }
    });
}

function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

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
async function playCells(
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
