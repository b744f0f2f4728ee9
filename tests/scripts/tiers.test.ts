import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FULL_ONLY, JOURNEY, tierOf } from "../../scripts/lib/test-tiers.mjs";
import { TRIALS } from "../../scripts/lib/trial.mjs";

it("the full tier runs under CI, and the quick tier elsewhere", () => {
  expect(tierOf({ CI: "true" })).toBe("full");
  expect(tierOf({})).toBe("quick");
  expect(tierOf({ EVENHAND_TEST_TIER: "full" })).toBe("full");
});

it.each(Object.keys(FULL_ONLY))("%s names test files", (pattern) => {
  expect(globSync(pattern).filter((file) => file.endsWith(".test.ts"))).not.toEqual([]);
});

it("exactly one browser test belongs to the quick tier", () => {
  const tags = globSync("tests/e2e/**/*.spec.ts").flatMap(
    (file) => readFileSync(file, "utf8").match(new RegExp(`tag: "${JOURNEY}"`, "g")) ?? [],
  );
  expect(tags).toHaveLength(1);
});

it.each(Object.entries(TRIALS))("the trial %s names existing files", (_name, trial) => {
  const { files = [], program = [] }: { files?: readonly string[]; program?: readonly string[] } = trial;
  const named = [...files, ...program.slice(1)];
  expect(named).not.toEqual([]);
  // A trial may name the prefix of several files.
  for (const name of named) expect(existsSync(name) || globSync(`${name}*`).length > 0, name).toBe(true);
});

it("a test is skipped only with a reason, by context.skip(condition, reason)", () => {
  const silent = /\.(skipIf|runIf)\(|\b(describe|it)\.(skip|todo)\(/;
  const files = globSync("tests/**/*.{test,spec}.ts").filter((file) =>
    silent.test(readFileSync(file, "utf8")),
  );
  expect(files.filter((file) => file !== "tests/scripts/tiers.test.ts")).toEqual([]);
});
