import { constants } from "node:os";
import { stopProcesses } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const PARENT_CHECK_MS = 200;
const cleanups = [];
let ending;

/** Runs a script to its exit code, and ends it, with all it started, when a signal comes or its parent dies. */
export async function main(work, { codeOnSignal } = {}) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => end(codeOnSignal ?? 128 + constants.signals[signal]));
  }
  // A killed npm passes nothing on; without this the server would live on and hold the port.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || end(1), PARENT_CHECK_MS).unref();
  try {
    await end(await work());
  } catch (error) {
    if (!ending) complain(error);
    await end(1);
  }
}

/**
 * Registers what has to be undone at the end, however the end comes; the latest first.
 *
 * @internal for `npm test`
 */
export function atEnd(cleanup) {
  cleanups.unshift(cleanup);
}

/** Stops all processes, undoes what was registered and exits; only the first call counts. */
export function end(code) {
  ending ??= undoAll().finally(() => process.exit(code));
  return ending;
}

function complain(error) {
  if (error instanceof Refusal && error.message === "") return;
  process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`);
}

async function undoAll() {
  await stopProcesses();
  for (const cleanup of cleanups) {
    await cleanup().catch((error) => process.stderr.write(`${error.stack}\n`));
  }
}
