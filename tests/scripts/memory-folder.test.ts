import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { memoryFolder } from "../../scripts/lib/memory-folder.mjs";

it("takes the folder in memory if there is one with room, else the usual temporary one", () => {
  const folder = temporaryFolder();
  expect(memoryFolder(folder, 0)).toBe(folder);
  expect(memoryFolder(join(folder, "nowhere"), 0)).toBe(tmpdir());
  expect(memoryFolder(folder, Number.MAX_SAFE_INTEGER)).toBe(tmpdir());
  expect(statSync(memoryFolder()).isDirectory()).toBe(true);
});
