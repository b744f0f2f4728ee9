import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

/** Runs the hook as Git does, with the file that contains the message. */
function check(message: string) {
  const file = join(temporaryFolder(), "COMMIT_EDITMSG");
  writeFileSync(file, `${message}\n# Please enter the commit message for your changes.\n`);
  const { status, stderr } = spawnSync(join(".githooks", "commit-msg"), [file], { encoding: "utf8" });
  return { isAccepted: status === 0, stderr };
}

it.each([
  "queue: retry failed jobs with backoff",
  "server/audit-log, tests: count entries\n\nReaders need the number.",
  'Revert "queue: retry failed jobs with backoff"',
])("the hook accepts %j", (message) => {
  expect(check(message)).toEqual({ isAccepted: true, stderr: "" });
});

it.each([
  ["Fix a bug", "Begin with the area"],
  [`queue: ${"x".repeat(66)}`, "The first line has 73 characters; use at most 72."],
  ["queue: retry failed jobs.", "without a full stop"],
  ["queue: retry failed jobs\nbecause they fail", "Leave the second line empty"],
])("the hook refuses %j", (message, problem) => {
  const { isAccepted, stderr } = check(message);
  expect(isAccepted).toBe(false);
  expect(stderr).toContain(problem);
});
