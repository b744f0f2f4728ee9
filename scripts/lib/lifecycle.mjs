import { constants } from "node:os";
import { isatty } from "node:tty";
import { stopProcesses } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const PARENT_CHECK_MS = 200;
const cleanups = [];
let ending;

/**
 * Runs a script to its exit code. Ends it and its child processes if a signal arrives or its parent dies. The reaction
 * to a signal can be chosen: another exit code or another action.
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

/** Registers a cleanup that always runs at the end; the latest one runs first. */
export function atEnd(cleanup) {
  cleanups.unshift(cleanup);
}

/** Stops all processes, runs the cleanups and exits; only the first call has an effect. */
export function end(code) {
  ending ??= undoAll().finally(() => process.exit(code));
  return ending;
}

/**
 * Returns whether there is a terminal. Called at the start, because a closed terminal can no longer be detected. Under
 * nohup there is none: Node resets the ignored signal, but nohup has detached the terminal.
 */
function hasTerminal() {
  return [0, 1, 2].some((stream) => isatty(stream));
}

/**
 * Ends this process when its parent dies. A killed npm forwards no signal; the server would stay alive and keep the
 * port.
 */
function followParent() {
  const parent = process.ppid;
  let isGone = false;
  const look = () => {
    // Acts on the second check, so that a signal sent to both processes at once is handled first.
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
