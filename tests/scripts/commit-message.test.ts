import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

/** Commits in a new repository with the hook installed as CONTRIBUTING.md says. */
function commit(message: string) {
  const cwd = temporaryFolder();
  for (const name of [".githooks", "scripts/check-commit-message.mjs"]) {
    cpSync(name, join(cwd, name), { recursive: true });
  }
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" };
  const git = (...args: string[]) => spawnSync("git", args, { cwd, env, encoding: "utf8" });
  git("init", "--quiet");
  git("config", "core.hooksPath", ".githooks");
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
  const { status, stderr } = git(...who, "commit", "--quiet", "--allow-empty", "-m", message);
  return { isMade: status === 0, stderr };
}

it.each([
  "queue: retry failed jobs with backoff",
  "server/audit-log, tests: count entries\n\nReaders need the number.",
  'Revert "queue: retry failed jobs with backoff"',
])("the hook accepts %j", (message) => {
  expect(commit(message)).toEqual({ isMade: true, stderr: "" });
});

it.each([
  ["Fix a bug", "Begin with the area"],
  [`queue: ${"x".repeat(66)}`, "The first line has 73 characters; use at most 72."],
  ["queue: retry failed jobs.", "without a full stop"],
  ["queue: retry failed jobs\nbecause they fail", "Leave the second line empty"],
])("the hook refuses %j", (message, problem) => {
  const { isMade, stderr } = commit(message);
  expect(isMade).toBe(false);
  expect(stderr).toContain(problem);
});
