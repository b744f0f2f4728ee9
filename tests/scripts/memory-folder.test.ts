import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { forbidsPrograms, memoryFolder } from "../../scripts/lib/memory-folder.mjs";

it("uses the folder in memory if it exists and has room, else the usual temporary folder", () => {
  const folder = temporaryFolder();
  expect(memoryFolder(folder, 0)).toBe(folder);
  expect(memoryFolder(join(folder, "nowhere"), 0)).toBe(tmpdir());
  expect(memoryFolder(folder, Number.MAX_SAFE_INTEGER)).toBe(tmpdir());
  expect(statSync(memoryFolder()).isDirectory()).toBe(true);
});

it("recognises a folder that forbids programs by its last mount", () => {
  const mounts = [
    "tmpfs /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime 0 0",
    "proc /proc proc rw,noexec 0 0",
    "tmpfs /run tmpfs rw,noexec 0 0",
    "tmpfs /run tmpfs rw,relatime 0 0",
  ].join("\n");
  expect(["/dev/shm", "/proc", "/run", "/tmp"].map((folder) => forbidsPrograms(folder, mounts))).toEqual([
    ...[true, true],
    ...[false, false],
  ]);
});
