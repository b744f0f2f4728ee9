import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Piscina } from "piscina";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { Cell } from "#server/simulation/cells.ts";
import type { CellResult } from "#server/simulation/results.ts";
import type { CellAnswer, CellTask } from "./cell-worker.ts";

const lookMilliseconds = 50;

/** The threads of this process, made for the first run: loading the sources takes each longer than a short run. */
let threads: Piscina | undefined;

export type PlayWatch = {
  isStopped(): boolean;
  /** Called from time to time with the number of rounds played in all cells. */
  onProgress(rounds: number): void;
  onResult(result: CellResult): void;
};

/**
 * Plays cells on all cores, one thread each, longest first. The thread that plays a cell does not affect its numbers.
 * If stopped, it drops unfinished cells.
 *
 * @throws LearnerError on what the learner refuses in the middle of a run
 */
export async function playCells(
  cells: readonly Cell[],
  { redecided, ruleList }: Pick<CellTask, "redecided" | "ruleList">,
  watch: PlayWatch,
): Promise<void> {
  if (cells.length === 0) return;
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const played = new Float64Array(new SharedArrayBuffer(8 * cells.length));
  threads ??= openThreads();
  const pool = threads;
  const look = () => {
    if (watch.isStopped()) Atomics.store(stop, 0, 1);
  };
  const longestFirst = [...cells].sort((a, b) => b.horizon - a.horizon);
  const tasks = longestFirst.map(async (cell, place) => {
    const task: CellTask = { cell, redecided, ruleList, stop, played, place };
    const answer = (await pool.run(task)) as CellAnswer;
    if ("refused" in answer) throw new LearnerError(answer.refused.code, answer.refused.message);
    if (answer.result !== undefined) watch.onResult(answer.result);
    look();
  });
  let isDone = false;
  const settled = Promise.allSettled(tasks).finally(() => {
    isDone = true;
  });
  // The others stop when one fails.
  for (const task of tasks) task.catch(() => Atomics.store(stop, 0, 1));
  while (!isDone) {
    look();
    watch.onProgress(played.reduce((total, rounds) => total + rounds, 0));
    await Promise.race([settled, sleep(lookMilliseconds)]);
  }
  await Promise.all(tasks);
}

function openThreads(): Piscina {
  const filename = new URL("./cell-worker.ts", import.meta.url).href;
  return new Piscina({ filename, minThreads: 0, maxThreads: availableParallelism(), idleTimeout: 30_000 });
}
