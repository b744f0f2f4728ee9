/** `npm run simulate -- [CONFIG.json] [options]`, see `--help`: plays studies and measures regrets and violations. */

import { DomainError } from "#server/errors.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { givenPath } from "#server/platform/process/given-path.ts";
import { SimulationRefusal } from "#server/simulation/plan.ts";
import { helpText } from "./simulate/help.ts";
import { readOptions } from "./simulate/options.ts";
import { simulate } from "./simulate/simulation.ts";
import { summarise } from "./simulate/summary.ts";

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === undefined) {
    process.stdout.write(helpText);
    return 0;
  }
  let interrupted = false;
  process.on("SIGINT", () => {
    // the second interrupt ends the process at once
    if (interrupted) process.exit(130);
    interrupted = true;
  });
  const { plan, isQuiet } = options;
  const out = givenPath(options.out);
  const onCell = (finished: number, all: number) => {
    if (!isQuiet) process.stderr.write(`${finished} of ${all} cells are finished\n`);
  };
  const done = await simulate(plan, out, { isStopped: () => interrupted, onCell });
  const { world, results, planned, skipped } = done;
  const again = skipped > 0 ? `, ${skipped} of them from before` : "";
  const lines = [
    ...world.notes,
    ...(results.length > 0 ? [summarise(plan, results)] : []),
    `${results.length} of ${planned} cells${again}: ${out}/results.jsonl, ${out}/results.csv`,
    ...(interrupted ? ["Stopped. The same command goes on with the rest."] : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return interrupted ? 130 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isExpected =
    error instanceof SimulationRefusal || error instanceof DomainError || error instanceof LearnerError;
  if (!isExpected) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
