import { constants } from "node:os";
import { isatty } from "node:tty";
import { stopProcesses } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const PARENT_CHECK_MS = 200;
const cleanups = [];
let ending;

/**
 * Runs a script to its exit code, and ends it, with all it started, when a signal comes or its parent dies. What a signal
 * does can be chosen: another exit code, or another action altogether.
 */
export async function main(
  work,
  { codeOnSignal, onSignal = (signal) => end(codeOnSignal ?? 128 + constants.signals[signal]) } = {},
) {
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, onSignal);
  const parent = followParent();
  process.on("SIGHUP", hasTerminal() ? onSignal : parent.letGo);
  try {
    await end(await work());
  } catch (error) {
    if (!ending) complain(error);
    await end(1);
  }
}

/** Registers what has to be undone at the end, however the end comes; the latest first. */
export function atEnd(cleanup) {
  cleanups.unshift(cleanup);
}

/** Stops all processes, undoes what was registered and exits; only the first call counts. */
export function end(code) {
  ending ??= undoAll().finally(() => process.exit(code));
  return ending;
}

/**
 * Asked at the start, since one that has hung up is none any more. Under nohup there is none: Node forgets that it was
 * told to ignore the signal, but nohup has taken the terminal away.
 */
function hasTerminal() {
  return [0, 1, 2].some((stream) => isatty(stream));
}

/** A killed npm passes nothing on; without this the server would live on and hold the port. */
function followParent() {
  const parent = process.ppid;
  let isGone = false;
  const look = () => {
    // The second time: a signal that came to both of us at once is heard first.
    if (isGone) end(1);
    isGone = process.ppid !== parent;
  };
  const timer = setInterval(look, PARENT_CHECK_MS).unref();
  return { letGo: () => clearInterval(timer) };
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
