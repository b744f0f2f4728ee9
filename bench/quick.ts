/**
 * Finds code that became more than twice as slow: `npm run bench -- --quick`. Runs short parts of what the other programs
 * measure, in turns with a reference loop, and divides the least time of each by that of the loop. `usual` is that ratio
 * on 28 November 2026. Exits with 1 if a ratio is more than twice that, also when all are measured once more.
 */
import { readOptions } from "#server/cli/simulate/options.ts";
import { textTable } from "#server/cli/simulate/text-table.ts";
import { worldOf } from "#server/cli/simulate/worlds.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import { kernel } from "#server/learner/numeric/kernels/kernel.ts";
import { RuleTotals } from "#server/learner/policy/rule-totals.ts";
import { planCells } from "#server/simulation/cells.ts";
import { bindRun } from "#server/simulation/engine/play.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import { loadFastKernel } from "#server/workers/fast-kernel.ts";
import { arrivals, guardedAfter, knownSpec, openAndClose } from "./guarded/rounds.ts";
import { leastOfTurns } from "./kernel/interleaved.ts";
import { peopleOf, specOf } from "./kernel/rounds.ts";
import { makeRecord } from "./verify/made-record.ts";

const turns = 120;
const size = 100_000;

loadFastKernel(".build/kernel.wasm");
const pieces = [
  { name: "Exp2, 2^17 + 1 conjunctions, 20 people", usual: 7.7, run: conjunctions() },
  { name: "Exp2, 100,000 rules, 6 people", usual: 4.5, run: everyRule() },
  { name: "Exp2, 100,000 thresholds by runs, 100 rounds", usual: 5.8, run: byRuns() },
  { name: "mode guarded, 20,000 rules, 40 verdicts", usual: 12.5, run: withVerdicts() },
  { name: "simulation, 1,000 rules, 10 people, 5 rounds", usual: 9.7, run: simulated() },
  { name: "verification, 30 entries, no signatures", usual: 36, run: verified() },
];
let measured = ratios();
if (measured.some(isSlow))
  measured = ratios().map((ratio, place) => Math.min(ratio, measured[place] as number));
const rows = pieces.map(({ name, usual }, place) => {
  const ratio = measured[place] as number;
  return [name, ratio.toPrecision(3), usual.toPrecision(3), isSlow(ratio, place) ? "SLOW" : ""];
});
console.log(`Kernel ${kernel().name}, the least of ${turns} turns.\n`);
console.log(textTable(["piece", "times the loop", "usual", ""], rows));
if (measured.some(isSlow)) process.exitCode = 1;

function ratios(): number[] {
  const [ofLoop = Number.NaN, ...others] = leastOfTurns([loop(), ...pieces.map(({ run }) => run)], turns);
  return others.map((milliseconds) => milliseconds / ofLoop);
}

function isSlow(ratio: number, place: number): boolean {
  return ratio > 2 * (pieces[place]?.usual ?? Number.NaN);
}

/** Reads, multiplies, adds and writes, like a pass over all rules. */
function loop() {
  const numbers = new Float64Array(size).fill(1);
  return () => {
    let sum = 0;
    for (let h = 0; h < numbers.length; h += 1) {
      sum += numbers[h] as number;
      numbers[h] = 1 + 0.5 * (numbers[h] as number);
    }
    return sum;
  };
}

function conjunctions() {
  const spec = specOf(17, 20);
  const [state, [people = []]] = [exp2.init(spec), peopleOf(spec)];
  return () => openAndClose(exp2, state, people);
}

function everyRule() {
  const fresh = exp2.init(knownSpec(size));
  const [state, people] = [{ ...fresh, totals: RuleTotals.of(fresh.rules) }, arrivals(size, 1)];
  return () => openAndClose(exp2, state, people);
}

function byRuns() {
  const [state, people] = [exp2.init(knownSpec(size)), arrivals(size, 1)];
  return () => {
    for (let round = 0; round < 100; round += 1) openAndClose(exp2, state, people);
  };
}

function withVerdicts() {
  const [state, people] = [guardedAfter(size / 5, 40), arrivals(size / 5, 1)];
  return () => openAndClose(guarded, state, people);
}

function simulated() {
  const settings = ["world.types=60", "world.rules=1000", "roundSize=10", "horizons=[100]", "seeds=1"];
  const options = readOptions(settings);
  if (options === undefined) throw new Error("no plan");
  const [cell] = planCells(options.plan, worldOf(options.plan));
  if (cell === undefined) throw new Error("no cell");
  const run = bindRun(cell.run);
  const start = run.play(run.start()).state;
  return () => {
    let state = start;
    for (let round = 0; round < 5; round += 1) state = run.play(state).state;
  };
}

function verified() {
  const lines: string[] = [];
  makeRecord(30, (line) => lines.push(line));
  return () => verifyLog({ lines, isSigned: () => true });
}
