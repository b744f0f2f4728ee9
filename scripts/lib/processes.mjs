import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

const running = new Map();
let stopping = false;

/**
 * Starts a program as the leader of its own process group, so that stopping it also stops its child processes. To stop
 * it, the group gets `stopSignal`, and SIGKILL if it has not ended after `shutdownTimeoutMs`.
 */
export function start(command, args, { shutdownTimeoutMs = 1_000, stopSignal = "SIGTERM", ...options } = {}) {
  if (stopping) throw new Refusal("Stopped.");
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    ...options,
    detached: true,
  });
  if (child.pid !== undefined) {
    running.set(child, { shutdownTimeoutMs, stopSignal });
    child.once("exit", () => stopping || running.delete(child));
  }
  return child;
}

/** Runs a program to its end. With `capture`, its output is returned instead of shown. Killed after `limitMs`. */
export async function run(command, args, { capture = false, limitMs, ...options } = {}) {
  const child = start(command, args, { ...(capture && { stdio: ["ignore", "pipe", "pipe"] }), ...options });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const limit = limitMs && setTimeout(() => signalGroup(child, "SIGKILL"), limitMs);
  try {
    const [code, signal] = await once(child, "close");
    // Never resolves during a stop, so that the caller does not continue with the next step.
    if (stopping) await new Promise(() => {});
    return { code, signal, output };
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return { code: 127, signal: null, output: `${command} was not found` };
  } finally {
    clearTimeout(limit);
  }
}

/** Stops all programs that were started here, first with the stop signal, then with SIGKILL. */
export async function stopProcesses() {
  stopping = true;
  await Promise.all([...running].map(([child, how]) => stopGroup(child, how)));
}

async function stopGroup(child, { shutdownTimeoutMs, stopSignal }) {
  signalGroup(child, stopSignal);
  const deadline = Date.now() + shutdownTimeoutMs;
  while (signalGroup(child, 0) && Date.now() < deadline) await sleep(20);
  signalGroup(child, "SIGKILL");
}

/** Sends a signal (0 only checks) to the whole group; returns false if no process of it is left. */
function signalGroup(child, signal) {
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}
