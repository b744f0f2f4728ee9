import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** A process that is told to end: what it says until then, and which signal ended it. */
async function end(signal: "SIGTERM" | "SIGINT", own: "served" | "alone") {
  const program = "tests/services/process/children/stop.ts";
  const run = promisify(execFile)(process.execPath, [program, signal, own]);
  return run.then(
    ({ stdout }) => ({ stdout, ended: null }),
    ({ stdout, signal: ended }: { stdout: string; signal: string }) => ({ stdout, ended }),
  );
}

it.each(["SIGTERM", "SIGINT"] as const)(
  "%s is known to all who ask, and ends the process where nobody else does",
  async (signal) => {
    const [served, alone] = await Promise.all([end(signal, "served"), end(signal, "alone")]);
    expect(served).toEqual({ stdout: "false true ", ended: null });
    expect(alone).toEqual({ stdout: "false ", ended: signal });
  },
);
