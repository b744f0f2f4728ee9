import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const BETWEEN_LOOKS_MS = 100;
/** Shared memory of Chromium, which deletes the file as soon as it has it open, unless it is ended in between. */
const OF_CHROMIUM = ".org.chromium.Chromium.";

/** Lists what a run left behind: entries of its temporary folder and processes that were started with it. */
export async function leftBehind(folder, looks = 50) {
  let running = processesOf(folder);
  // A process that received an end signal gets five seconds to exit.
  for (let look = 1; running.length > 0 && look < looks; look += 1) {
    await sleep(BETWEEN_LOOKS_MS);
    running = processesOf(folder);
  }
  const processes = running.map(({ pid, command }) => `still running: ${command} (process ${pid})`);
  const names = readdirSync(folder).filter((name) => !name.startsWith(OF_CHROMIUM));
  return [...processes, ...names.map((name) => `not removed: ${name}`)];
}

/** Ends all processes that were started with a temporary folder. */
export function endProcessesOf(folder) {
  for (const { pid } of processesOf(folder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has already exited.
    }
  }
}

/** Finds the processes with the folder in their environment or command line; none where there is no /proc. */
function processesOf(folder) {
  return pids().flatMap((pid) => {
    const command = textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
    const isOfRun = command.includes(folder) || textOf(`/proc/${pid}/environ`).includes(`TMPDIR=${folder}`);
    return isOfRun ? [{ pid, command }] : [];
  });
}

function pids() {
  try {
    const names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return names.map(Number).filter((pid) => pid !== process.pid);
  } catch {
    return [];
  }
}

function textOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
