/**
 * Prepares the database before each start: `--demo` for a server with the demonstration, `--worker` for a worker.
 * Prints one line of JSON; a StartError is printed as one sentence on stderr, with exit code 1.
 */
import { parseArgs } from "node:util";
import { prepareStart } from "#server/operations/server-start/prepare-start.ts";
import { StartError } from "#server/platform/process/start-error.ts";

const { demo = false, worker = false } = parseArgs({
  options: { demo: { type: "boolean" }, worker: { type: "boolean" } },
}).values;

try {
  const prepared = await prepareStart({ demo, worker });
  process.stdout.write(`${JSON.stringify(prepared)}\n`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
