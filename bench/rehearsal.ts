/**
 * What a rehearsal takes: `npm run bench -- rehearsal [rules] [runs] [rounds] [people a round]`, by default 20 runs of 50 rounds at
 * k = 10 and N = 1,000, on two threads as the server has. Five made-up auditors over 300 made-up people with four numbers, for
 * every learner; of FTPL, which searches a thousand rules a round, two runs of five rounds. Exits with 1 if mode `guarded` takes more than ten seconds.
 */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { textTable } from "#server/cli/simulate/text-table.ts";
import { rehearse } from "#server/learner/simulation/rehearsal.ts";
import { rehearsalSpec } from "./rehearsal/spec.ts";

const [size = 1_000, runs = 20, rounds = 50, roundSize = 10] = process.argv.slice(2).map(Number);
const threads = 2;
const mostSeconds = 10;

type Share = { readonly mode: string; readonly seeds: readonly number[]; readonly rounds: number };

if (isMainThread) await measure();
else parentPort?.postMessage(playAll(workerData as Share));

async function measure(): Promise<void> {
  const rows: string[][] = [];
  for (const mode of ["guarded", "known", "ix", "paper", "ftpl"]) {
    const part = mode === "ftpl" ? { runs: 2, rounds: 5 } : { runs, rounds };
    const start = performance.now();
    const reports = (
      await Promise.all(Array.from({ length: threads }, (_, thread) => share(mode, thread, part)))
    ).flat();
    const seconds = (performance.now() - start) / 1_000;
    const mean = reports.reduce((sum, count) => sum + count, 0) / reports.length;
    const each = (1_000 * seconds) / (part.runs * part.rounds);
    rows.push([mode, `${part.runs} of ${part.rounds}`, seconds.toFixed(1), each.toFixed(1), mean.toFixed(1)]);
    if (mode === "guarded" && seconds > mostSeconds) process.exitCode = 1;
  }
  console.log(`${runs} runs of ${rounds} rounds, k = ${roundSize}, N = ${size}, ${threads} threads\n`);
  console.log(textTable(["learner", "runs", "seconds", "ms a round", "reports a run"], rows));
}

function share(mode: string, thread: number, part: { runs: number; rounds: number }): Promise<number[]> {
  const all = Array.from({ length: part.runs }, (_, run) => run + 1);
  const own: Share = { mode, rounds: part.rounds, seeds: all.filter((run) => run % threads === thread) };
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: own, argv: process.argv.slice(2) });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/** @returns reports of each run */
function playAll({ mode, seeds, rounds: played }: Share): number[] {
  return seeds.map((seed) => {
    const spec = rehearsalSpec({ mode, size, roundSize, rounds, seed });
    const examples = spec.population.kinds.slice(0, 6).map(({ features }) => features);
    const asked = [1, 5, 10, 20, 50].filter((round) => round <= played);
    return rehearse(spec, { rounds: played, asked, examples }).reported.reduce<number>(
      (sum, one) => sum + one,
      0,
    );
  });
}
