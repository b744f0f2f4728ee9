/** Plants mutants and runs the tests that could find them: `npm run trial -- mutants --help`. */

import { readdirSync } from "node:fs";
import { setPriority } from "node:os";
import { resolve } from "node:path";
import { fingerprint } from "../../scripts/lib/fingerprint.mjs";
import { atEnd, main } from "../../scripts/lib/lifecycle.mjs";
import { root } from "../../scripts/lib/root.mjs";
import { sourceFiles } from "../architecture/source-files.ts";
import { type Area, areaOf, mutantsIn } from "./areas.ts";
import { Judge } from "./judge.ts";
import { helpText, readOptions } from "./options.ts";
import type { Mutant } from "./plant.ts";
import { graphOf, reachedFrom } from "./reach.ts";
import { reportOf } from "./report.ts";
import { type Plan, Results } from "./results.ts";
import { inRandomOrder, sample } from "./sample.ts";
import { Trial } from "./trial.ts";

const file = resolve("test-results/mutants.jsonl");
const judgeCount = 2;
/** What starts the built application, of which a copy of the checkout has none. */
const startsBuilt = [
  "tests/setup/running-app.ts",
  "tests/trials/server-process.ts",
  "tests/scripts/ship.test.ts",
];
const print = (text: string) => process.stdout.write(`${text}\n`);

async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(helpText);
    return 0;
  }
  const { areas, count, seed, only, tests } = options;
  const plan = { seed, areas, count, only, tests, fingerprint: stateOfCheckout() };
  if (options.isList) {
    for (const mutant of drawn(plan))
      print(`${mutant.file}:${mutant.line}  ${mutant.operator}: ${mutant.change}`);
    return 0;
  }
  const results = options.isResume ? Results.resume(file, plan.fingerprint) : Results.begin(file, plan);
  await judge(drawn(results.plan), results);
  return 0;
}

/** The sample of every area, mixed, so that also the first half of it is one. */
function drawn({ areas, count, seed, only }: Plan): Mutant[] {
  const mutants = areas.flatMap((area) => sample(mutantsIn(area as Area, only), count, seed));
  print(`Seed ${seed}: ${mutants.length} mutants${countsOf(mutants)}`);
  // Under the lots they were drawn by, those of a large area would come first.
  return inRandomOrder(mutants, `order of ${seed}`);
}

async function judge(mutants: readonly Mutant[], results: Results): Promise<void> {
  setPriority(10);
  atEnd(async () => print(`\n${reportOf(mutants, results)}`));
  const files = sourceFiles("{app,components,server,db,tests,scripts,bench}/**/*.{ts,tsx,mjs}");
  const graph = graphOf(files);
  const words = results.plan.tests;
  const tests = files
    .map((one) => one.file)
    .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
    .filter((name) => /^tests\/(?!(e2e|mutants)\/).*\.test\.ts$/.test(name))
    .filter((name) => !startsBuilt.some((start) => reachedFrom(name, graph).has(start)));
  const judges = await Promise.all(Array.from({ length: judgeCount }, () => Judge.open()));
  for (const one of judges) atEnd(() => one.close());
  await new Trial(judges, results, tests, graph, print).run(mutants);
}

/** Of all that could change a result; what is accepted may change meanwhile. */
function stateOfCheckout(): string {
  const tests = readdirSync("tests").filter((name) => name !== "mutants");
  return fingerprint(root, [
    ...["app", "components", "server", "db", "scripts", "package-lock.json", "vitest.config.ts"],
    ...tests.map((name) => `tests/${name}`),
  ]);
}

function countsOf(mutants: readonly Mutant[]): string {
  const counts = Map.groupBy(mutants, ({ file }) => areaOf(file));
  return [...counts].map(([area, { length }]) => `, ${area} ${length}`).join("");
}

await main(run);
