import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSent, named, programOf } from "#tests/architecture/ship.ts";
import { isFullRun } from "#tests/setup/tier.ts";
import { freePort } from "../../scripts/lib/port.mjs";
import { launcher } from "../../scripts/lib/release-folder.mjs";

const run = promisify(execFile);
const scratch = mkdtempSync(join(tmpdir(), "evenhand-release-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the launcher", () => {
  const folder = join(scratch, "Jürgen Müller", "even hand");
  const evenhand = join(folder, "evenhand");
  beforeAll(() => {
    mkdirSync(join(folder, "server/cli"), { recursive: true });
    symlinkSync(process.execPath, join(folder, "node"));
    writeFileSync(evenhand, launcher("node"), { mode: 0o755 });
    writeFileSync(
      join(folder, "server/cli/verify.ts"),
      "console.log(JSON.stringify([process.argv.slice(2), process.cwd(), process.env.INIT_CWD])); process.exitCode = 3;",
    );
  });

  it.each([
    ["by its path", evenhand],
    ["by a link", join(scratch, "link")],
  ])("runs a program in its own folder and names the folder where it was typed, %s", async (_how, path) => {
    if (path !== evenhand) symlinkSync(evenhand, path);
    const typed = run(path, ["verify", "a b", "--budget=1"], { cwd: scratch, env: { PATH: "/usr/bin:/bin" } });
    const { stdout, code } = await typed.catch((error) => error);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual([["a b", "--budget=1"], folder, scratch]);
  });

  it.each([[[]], [["worker"]], [["../../etc"]]])("lists its commands instead of running %j", async (args) => {
    await expect(run(evenhand, args)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("usage: evenhand COMMAND"),
    });
  });
});

if (isFullRun) {
  /**
   * Makes a release as the Dockerfile does, from the files that a container's build is sent. What is installed and built comes
   * from this checkout. All tests below use only what was unpacked.
   */
  describe("the archive", () => {
    const sent = join(scratch, "sent");
    const elsewhere = join(scratch, "Jürgen Müller");
    const bare = { PATH: "/usr/bin:/bin" };
    let folder = "";
    let archive = "";
    let server: ChildProcess | undefined;

    beforeAll(async () => {
      mkdirSync(elsewhere, { recursive: true });
      const copy = (path: string, filter?: (path: string) => boolean) =>
        cpSync(path, join(sent, path), { recursive: true, verbatimSymlinks: true, filter });
      for (const path of globSync("{*,.npmrc,.env.example}").filter(isSent)) copy(path, isSent);
      copy(".next", (path) => !path.startsWith(".next/cache"));
      copy(".build", (path) => !path.startsWith(".build/release"));
      symlinkSync(join(process.cwd(), "node_modules"), join(sent, "node_modules"));
      const { stdout } = await run(process.execPath, ["scripts/run.mjs", "release"], { cwd: sent });
      expect(stdout).toMatch(/^Unpacked and started in an empty folder: first answer after [\d.]+ s\.$/m);
      archive = join(sent, globSync(".build/release/*.tar.gz", { cwd: sent })[0] ?? "");
      execFileSync("tar", ["-xzf", archive, "-C", elsewhere]);
      folder = join(elsewhere, globSync("evenhand-*", { cwd: elsewhere })[0] ?? "");
      rmSync(sent, { recursive: true, force: true, filter: undefined } as never);
    }, 600_000);

    afterAll(async () => {
      if (server?.exitCode === null) {
        server.kill("SIGKILL");
        await once(server, "exit");
      }
    });
  });
}
