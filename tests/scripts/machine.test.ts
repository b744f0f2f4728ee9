import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { assertProgramFolder } from "../../scripts/lib/install.mjs";
import { assertRoom, memoryComplaint, roomComplaint } from "../../scripts/lib/machine.mjs";
import { causeIn, lastLines } from "../../scripts/lib/output.mjs";
import { withoutServerSettings } from "../../scripts/lib/without-server-settings.mjs";

/** Mounts a disk of 16 MB; undefined if this user may not mount one. */
function smallDisk(): string | undefined {
  const folder = join(temporaryFolder(), "disk");
  mkdirSync(folder);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m", "evenhand", folder]).status !== 0)
    return undefined;
  onTestFinished(() => void spawnSync("umount", [folder]));
  return folder;
}

describe("a disk with too little room", () => {
  const disk = { blocks: 1_000_000, bsize: 4_096 };

  it("is refused in one sentence with the free and the required space", () => {
    expect(roomComplaint("/evenhand", { ...disk, bavail: 73_242 }, 1_700, "installing and building")).toBe(
      "The disk of /evenhand has too little room: 299 MB are free and installing and building needs about 1.7 GB. Nothing was changed: free some space and run this again.",
    );
    expect(roomComplaint("/evenhand", { ...disk, bavail: 0 }, 100, "the data folder")).toContain(
      "0 MB are free",
    );
  });

  it("is one with less than the required space, and not one without figures", () => {
    expect(roomComplaint("/evenhand", { ...disk, bavail: 415_040 }, 1_700, "a build")).toBeUndefined();
    expect(
      roomComplaint("/evenhand", { blocks: 0, bavail: 0, bsize: 4_096 }, 1_700, "a build"),
    ).toBeUndefined();
  });

  it("ends a start, whether it is full or nearly full", () => {
    const folder = smallDisk();
    if (folder === undefined) {
      // No disk of a chosen size here, so a need that no disk can meet is checked on the real one.
      expect(() => assertRoom(join(temporaryFolder(), "new"), 1e12, "the data folder")).toThrow(
        /^The disk of .*\/new has too little room: .* are free/,
      );
      return;
    }
    const start = () =>
      spawnSync(process.execPath, ["scripts/run.mjs", "start", "--port", "65533"], {
        env: { ...withoutServerSettings(process.env), EVENHAND_DATA: join(folder, "data") },
        encoding: "utf8",
      });
    const sentence = /^The disk of .*\/data has too little room: \d+ MB are free and .* about 100 MB\. .*\n$/;
    expect(start()).toMatchObject({ status: 1, stdout: "", stderr: expect.stringMatching(sentence) });
    expect(() => writeFileSync(join(folder, "filler"), Buffer.alloc(17_000_000))).toThrow("ENOSPC");
    expect(start()).toMatchObject({ status: 1, stdout: "", stderr: expect.stringMatching(sentence) });
  });
});

it("a program folder that cannot be written to is named, with the reason", () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o555);
  // Permissions do not restrict root.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    expect(() => assertProgramFolder(folder)).toThrow(
      `Evenhand cannot write to its program folder ${folder}, since this user lacks the permission: `,
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(folder, 0o755);
  }
  assertProgramFolder(folder);
});

it("warns of a build that may run out of memory", () => {
  expect(memoryComplaint(2_000, 1_234_000_000)).toBe(
    "Only 1.2 GB of memory are free and the build needs about 2.0 GB: if it fails, close other programs and run this again.",
  );
  expect(memoryComplaint(2_000, 2_000_000_000)).toBeUndefined();
});

it("a failing installation shows npm's error, and never that it is done", () => {
  const folder = temporaryFolder();
  // npm refuses at once, without a registry, because there is no lock file.
  writeFileSync(join(folder, "package.json"), "{}");
  const module = new URL("../../scripts/lib/", import.meta.url).href;
  // The space for packages and build is checked on the real disk first, which may lack it.
  const program = `
    import { ensureInstalled } from "${module}install.mjs";
    try { await ensureInstalled(${JSON.stringify(folder)}); } catch ({ message }) { console.log(message); }`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  expect(stdout).toMatch(/npm error|too little room/);
  expect(stdout).toMatch(/The packages could not be installed\.|too little room/);
  expect(stdout).not.toContain("done in");
});

describe("the output of a failed program", () => {
  it("is shown from its end", () => {
    const output = Array.from({ length: 25_904 }, (_, index) => `npm error line ${index + 1}`).join("\n");
    const shown = lastLines(`${output}\n`).split("\n");
    expect(shown).toHaveLength(21);
    expect(shown[0]).toBe("(25884 earlier lines are left out)");
    expect(shown.at(-1)).toBe("npm error line 25904");
    expect(lastLines("one\ntwo\n")).toBe("one\ntwo");
  });

  it.each([
    ["npm error code ENOSPC\nnpm error ENOSPC: no space left on device, write", ", because a disk is full"],
    ["npm error code EDQUOT", ", because this user's disk quota is full"],
    ["npm error code EROFS", ", because a disk is read-only"],
    ["Collecting page data\nSIGKILL", ", because memory ran out"],
    ["FATAL ERROR: Reached heap limit - JavaScript heap out of memory", ", because memory ran out"],
    ["npm error code E404", ""],
  ])("names a full disk or memory as the cause: %j", (output, cause) => {
    expect(causeIn(output)).toBe(cause);
  });
});
