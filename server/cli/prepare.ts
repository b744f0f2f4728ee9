/** Run before each start. Prints one line of JSON; complains in one sentence on stderr and ends with 1. */
import { prepareStart } from "#server/services/prepare-start.ts";
import { StartError } from "#server/services/process/start-error.ts";

try {
  process.stdout.write(`${JSON.stringify(await prepareStart())}\n`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
