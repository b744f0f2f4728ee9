import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** Runs a process that fails to start. @returns its exit code and output */
const end = (what: string) =>
  promisify(execFile)(process.execPath, ["tests/platform/process/children/fail.ts", what]).catch(
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );

it("a server that cannot start says why, and exits at once", async () => {
  const gone = { code: 1, stdout: "gone" };
  expect(await Promise.all(["sentence", "error", "text"].map(end))).toEqual([
    { ...gone, stderr: "Set it.\n" },
    { ...gone, stderr: expect.stringMatching(/^Error: broke\n {4}at .*fail\.ts:/) },
    { ...gone, stderr: "no error\n" },
  ]);
});
