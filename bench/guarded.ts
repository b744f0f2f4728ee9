/**
 * The cost of a round in mode `guarded` compared with Exp2 in mode `known` with a number for every rule:
 * `npm run bench -- guarded [rules] [turns]`. An opening and a closing of six people with one reported pair, over thresholds,
 * always from the same state, in turns in one process.
 */
import { textTable } from "#server/cli/simulate/text-table.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import { kernel } from "#server/learner/numeric/kernels/kernel.ts";
import { RuleTotals } from "#server/learner/policy/rule-totals.ts";
import { loadFastKernel } from "#server/workers/fast-kernel.ts";
import { arrivals, guardedAfter, knownSpec, openAndClose } from "./guarded/rounds.ts";
import { leastOfTurns } from "./kernel/interleaved.ts";

const [size = 100_000, turns = 100] = process.argv.slice(2).map(Number);
const verdictCounts = [0, 10, 40];

loadFastKernel(".build/kernel.wasm");
const fresh = exp2.init(knownSpec(size));
const known = { ...fresh, totals: RuleTotals.of(fresh.rules) };
const people = arrivals(size, 1);
const numbers = new Float64Array(size).fill(1);
const least = leastOfTurns(
  [
    () => numbers.fill(numbers[0] === 1 ? 2 : 1),
    () => openAndClose(exp2, known, people),
    ...verdictCounts.map((count) => {
      const state = guardedAfter(size, count);
      return () => openAndClose(guarded, state, people);
    }),
  ],
  turns,
);
const names = [
  "a number of every rule written",
  "known",
  ...verdictCounts.map((count) => `guarded, ${count} verdicts`),
];
console.log(`${size} rules, kernel ${kernel().name}, the least of ${turns} turns:\n`);
const rows = names.map((name, place) => {
  const milliseconds = least[place] as number;
  return [name, milliseconds.toFixed(2), (milliseconds / (least[1] as number)).toFixed(1)];
});
console.log(textTable(["round", "ms", "times known"], rows));
