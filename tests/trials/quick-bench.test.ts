import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("takes at most twice the usual time, relative to a loop that runs alternately", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["bench/quick.ts"]);
  expect(stdout).toContain("times the loop");
  expect(stdout).not.toContain("SLOW");
});
