/** Run before each start, with what is to become of the demonstration if that was said (--demo, --shut-demo), or that it is of a worker (--worker). Prints one line of JSON; complains in one sentence on stderr and ends with 1. */
import { parseArgs } from "node:util";
import { StartError } from "#server/services/process/start-error.ts";
import { prepareStart } from "#server/services/server-start/prepare-start.ts";

const options = {
  demo: { type: "boolean" },
  "shut-demo": { type: "boolean" },
  worker: { type: "boolean" },
} as const;
const { demo, "shut-demo": shutDemo, worker = false } = parseArgs({ options }).values;

try {
  const prepared = await prepareStart(demo ? "wanted" : shutDemo ? "shut" : "none", worker);
  process.stdout.write(`${JSON.stringify(prepared)}\n`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
