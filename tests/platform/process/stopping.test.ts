import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";

/** Runs a process that signals itself. @returns its output, and the signal that ended it */
async function end(signal: "SIGTERM" | "SIGINT", own: "served" | "alone") {
  const program = "tests/platform/process/children/stop.ts";
  const run = promisify(execFile)(process.execPath, [program, signal, own]);
  onTestFinished(() => void run.child.kill("SIGKILL"));
  return run.then(
    ({ stdout }) => ({ stdout, ended: null }),
    ({ stdout, signal: ended }: { stdout: string; signal: string }) => ({ stdout, ended }),
  );
}

it.each(["SIGTERM", "SIGINT"] as const)(
  "%s sets the stop flag, and ends a process that has no listener of its own",
  async (signal) => {
    const [served, alone] = await Promise.all([end(signal, "served"), end(signal, "alone")]);
    expect(served).toEqual({ stdout: "false true ", ended: null });
    expect(alone).toEqual({ stdout: "false ", ended: signal });
  },
);
