import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

it("names every production package with its licence and text, and no development package", () => {
  const file = join(temporaryFolder(), "THIRD-PARTY.md");
  execFileSync(process.execPath, ["scripts/third-party.mjs", file]);
  const notice = readFileSync(file, "utf8");
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const isNamed = ([name, version]: [string, string]) =>
    notice.includes(`\n## ${name} ${version}\n\nLicence: `);
  expect(Object.entries<string>(dependencies).filter((one) => !isNamed(one))).toEqual([]);
  expect(isNamed(["vitest", devDependencies.vitest])).toBe(false);
  // The text of React's licence.
  expect(notice).toContain("    Copyright (c) Meta Platforms, Inc. and affiliates.");
});
