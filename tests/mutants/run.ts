/** Runs StrykerJS on one area: `npm run mutants -- --help`. */

import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { main } from "../../scripts/lib/lifecycle.mjs";
import { Refusal } from "../../scripts/lib/refusal.mjs";
import { areas } from "./areas.ts";

const help = `Usage: npm run mutants -- AREA [--sample N] [--seed S] [--only FOLDER-OR-FILE]

Changes the code of one area in small ways and runs the area's tests on each change. A change that no test
notices has survived. Areas: ${Object.keys(areas).join(", ")}.

  --sample N   test only N mutants, drawn at random
  --seed S     draw the same mutants again
  --only PATH  mutate only this folder or file of the area

The report is printed and kept in test-results/mutants. Accept a mutant that makes no difference with a comment
above its line: // Stryker disable next-line EqualityOperator: the reason
`;

const options = {
  sample: { type: "string" },
  seed: { type: "string" },
  only: { type: "string" },
  help: { type: "boolean" },
} as const;

/** Left out of the copy that Stryker makes of the checkout, besides what git ignores. */
const notCopied = ["/.next", "/.build", "/data", "/dev-data", "/test-results", "/playwright-report"];

/** Has the ending of TypeScript, but is another language. */
const assemblyScript = "server/learner/numeric/kernels/assembly/**";

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [name = "", ...more] = positionals;
  const area = areas[name];
  if (area === undefined || more.length > 0) throw new Refusal(`Name one area.\n\n${help}`);
  const { seed = String(randomInt(1_000_000)), sample, only } = values;
  if (sample !== undefined && !/^[1-9]\d*$/.test(sample)) throw new Refusal("--sample needs a whole number.");
  process.env.EVENHAND_MUTANTS_TESTS = JSON.stringify(area.tests.map((folder) => `${folder}/**/*.test.ts`));
  process.env.EVENHAND_MUTANTS_SAMPLE = sample ?? "";
  process.env.EVENHAND_MUTANTS_SEED = seed;
  const results = await new Stryker({
    mutate: [...(only ? [only] : area.code).map(filesIn), `!${assemblyScript}`],
    testRunner: "vitest",
    vitest: { configFile: "tests/mutants/vitest.config.ts", related: false },
    plugins: ["@stryker-mutator/vitest-runner", "./tests/mutants/sample.mjs"],
    checkers: sample ? ["sample"] : [],
    concurrency: 2,
    // Each mutant in code that runs while a file loads would take all tests of the area.
    ignoreStatic: true,
    dryRunTimeoutMinutes: 30,
    timeoutMS: 15_000,
    // Both would ask the compiler of TypeScript 6 and older. Vitest drops types without checking them.
    tsconfigFile: "none",
    disableTypeChecks: false,
    tempDirName: ".build/stryker",
    cleanTempDir: "always",
    ignorePatterns: notCopied,
    reporters: ["clear-text", "json"],
    clearTextReporter: { reportTests: false, reportScoreTable: false, logTests: false, allowEmojis: false },
    jsonReporter: { fileName: `test-results/mutants/${name}.json` },
  }).runMutationTest();
  process.stdout.write(`${summaryOf(results.map(({ status }) => status))}, seed ${seed}\n`);
  return 0;
}

function filesIn(path: string): string {
  return path.endsWith(".ts") ? path : `${path}/**/*.ts`;
}

/** The share of the mutants with a verdict that a test killed; those that time out count as killed. */
function summaryOf(statuses: readonly string[]): string {
  const count = (status: string) => statuses.filter((one) => one === status).length;
  const [killed, timedOut, survived, unreached] = ["Killed", "Timeout", "Survived", "NoCoverage"].map(count);
  const found = (killed ?? 0) + (timedOut ?? 0);
  const all = found + (survived ?? 0) + (unreached ?? 0);
  const share = all === 0 ? "no mutant was tested" : `${((100 * found) / all).toFixed(1)} %`;
  return `killed ${killed}, timed out ${timedOut}, survived ${survived}, not reached ${unreached}: ${share}`;
}

await main(run);
