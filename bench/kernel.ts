/**
 * The cost of a round of Exp2: `npm run bench -- kernel [n,n..] [k,k..] [rounds] [N,N..]`. The round (chances, draw,
 * closing with one pair, an outcome for each selected person) for all conjunctions of n answers, N = 2^n + 1, and for
 * synthetic rules above the largest n that a study may have: in C and in numpy on the same patterns
 * (`bench/kernel/reference.*`, if cc and numpy are installed),
 * by the passes of each kernel alone, and through the learner's contract; the same for N thresholds, whose contract goes by
 * runs. The fastest of the rounds, the references' by their processor's time and ours by the wall, ratios of one run. The check
 * is the sum of (i + 1) chance_i of round 8 and of all rules drawn up to then; exits with 1 if two programs' checks differ by
 * more than 1e-8 of their size. A second table has the server's work around it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { textTable } from "#server/cli/simulate/text-table.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { setKernel } from "#server/learner/numeric/kernels/kernel.ts";
import { typedArrays } from "#server/learner/numeric/kernels/typed-arrays.ts";
import { wasmKernel } from "#server/learner/numeric/kernels/wasm.ts";
import { measureAround } from "./kernel/around.ts";
import { findReferences, type Measured } from "./kernel/references.ts";
import {
  patternsOf,
  peopleOf,
  playContract,
  playKernel,
  pointsOf,
  ratesOf,
  specOf,
  thresholdsOf,
} from "./kernel/rounds.ts";
import { measureRuns } from "./kernel/runs.ts";

const [
  sizesText = "13,20,23",
  peopleText = "8,20,64",
  roundsText = "20",
  thresholdsText = "1000000,10000000",
] = process.argv.slice(2);
const numbers = (text: string) => text.split(",").map(Number);
const rounds = Number(roundsText);
const tolerance = 1e-8;

type Line = Measured & { readonly program: string };

const kernels = [typedArrays, () => wasmKernel(readFileSync(".build/kernel.wasm"))];

const folder = mkdtempSync(join(tmpdir(), "evenhand-bench-"));
const { there, missing } = findReferences(folder);
const rows: string[][] = [];
let isWrong = false;

for (const n of numbers(sizesText)) {
  for (const people of numbers(peopleText)) {
    const spec = specOf(n, people);
    report(2 ** n + 1, people, measure(spec, peopleOf(spec), 2 ** n + 1));
  }
}
for (const size of numbers(thresholdsText)) {
  const people = 8;
  const sets = [0, 1].map((set) => pointsOf(size, people, set));
  report(size, people, measure(thresholdsOf(size, people), sets, size));
}
rmSync(folder, { recursive: true });
console.log(textTable(["N", "k", "program", "ms a round", "of the first", "check"], rows));
console.log(textTable(["thresholds, N", "rounds before", "runs", "ms a round"], measureRuns()));
console.log(textTable(["around it", "of", "ms"], measureAround()));
for (const sentence of missing) console.log(`Missing: ${sentence}`);
if (isWrong) process.exitCode = 1;

function report(size: number, people: number, lines: readonly Line[]): void {
  const [first] = lines as [Line, ...Line[]];
  for (const { program, nanoseconds, check } of lines) {
    const isSame = Math.abs(check - first.check) <= tolerance * Math.abs(first.check);
    isWrong ||= !isSame;
    const milliseconds = (nanoseconds / 1e6).toPrecision(3);
    const ratio = (nanoseconds / first.nanoseconds).toPrecision(3);
    const said = `${check}${isSame ? "" : " WRONG"}`;
    rows.push([String(size), String(people), program, milliseconds, ratio, said]);
  }
}

function measure(spec: LearnerSpec, sets: readonly (readonly Features[])[], size: number): Line[] {
  const people = spec.roundSize;
  const patterns = patternsOf(spec, sets);
  const file = join(folder, "patterns");
  writeFileSync(file, Buffer.concat(patterns.flat()));
  const { eta, fairnessWeight } = ratesOf(spec, size);
  const given = { file, size, people, eta, fairnessWeight, rounds };
  const lines: Line[] = there.map(({ name, run }) => ({ program: name, ...run(given) }));
  for (const use of kernels) {
    const kernel = use();
    setKernel(kernel);
    lines.push({ program: `kernel, ${kernel.name}`, ...playKernel(spec, patterns, rounds) });
    if (spec.columns.length > LIMITS.predicates) continue;
    const way = spec.hypotheses.kind === "thresholds" ? "contract by runs" : "contract";
    lines.push({ program: `${way}, ${kernel.name}`, ...playContract(spec, sets, rounds) });
  }
  return lines;
}
