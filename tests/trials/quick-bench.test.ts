import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("takes no more than twice as long as usual, next to a loop that runs in turns with it", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["bench/quick.ts"]);
  expect(stdout).toContain("times the loop");
  expect(stdout).not.toContain("SLOW");
});
