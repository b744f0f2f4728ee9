import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isSent, named, programOf } from "#tests/architecture/ship.ts";
import { freePort } from "../../scripts/lib/port.mjs";
import { withoutServerSettings } from "../../scripts/lib/without-server-settings.mjs";

/**
 * The steps of the Dockerfile without Docker: the files that a build is sent, in a folder of their own. What is installed
 * and built comes from this checkout; it fits only if nothing that a build reads was left out.
 */
const [image, data] = [1, 2].map(() => mkdtempSync(join(tmpdir(), "evenhand-ship-"))) as [string, string];
const name = (file: string) => join(image, file);

beforeAll(async () => {
  for (const path of globSync("*", { exclude: (file) => !isSent(file) }).concat([".npmrc"])) {
    await cp(path, name(path), { recursive: true, filter: (source) => isSent(source) });
  }
  symlinkSync(join(process.cwd(), "node_modules"), name("node_modules"));
  for (const folder of [".next", ".build"]) await cp(folder, name(folder), { recursive: true });
});

let stop: () => Promise<unknown> = async () => undefined;
afterAll(async () => {
  await stop();
  for (const folder of [image, data]) rmSync(folder, { recursive: true, force: true });
});

const env = { ...withoutServerSettings(process.env), EVENHAND_DATA: data, NODE_ENV: "production" as const };

it("what was sent is whole: the build finds nothing to do", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/run.mjs", "build"], {
    cwd: image,
    env,
  });
  expect(stdout).toBe("Evenhand is installed and built.\n");
});

it("the image's command serves, its check says that it lives, and it writes nothing but its data", async () => {
  const before = Date.now();
  const port = await freePort();
  const [, ...command] = programOf(named("CMD")[0]);
  const settings = {
    PORT: String(port),
    EVENHAND_HOST: "0.0.0.0",
    NEXTAUTH_URL: "https://evenhand.example.org",
  };
  const server = spawn(process.execPath, command, { cwd: image, env: { ...env, ...settings } });
  stop = async () => {
    if (server.exitCode !== null) return;
    server.kill("SIGTERM");
    await once(server, "exit");
  };
  let output = "";
  server.stdout.on("data", (chunk) => {
    output += chunk;
  });
  server.stderr.on("data", (chunk) => {
    output += chunk;
  });
  await expect.poll(() => output).toContain("running at https://evenhand.example.org");

  const [program, ...check] = programOf(named("HEALTHCHECK")[0]);
  expect(program).toBe("node");
  const asked = check.map((part) => part.replace("127.0.0.1:3000", `127.0.0.1:${port}`));
  await promisify(execFile)(process.execPath, asked);
  await stop();
  expect(server.exitCode).toBe(0);
  await expect(promisify(execFile)(process.execPath, asked), "nobody lives there now").rejects.toThrow();

  const written = globSync("**", { cwd: image, exclude: (path) => path === "node_modules" }).filter(
    (path) => {
      const { mtimeMs } = statSync(name(path));
      return mtimeMs > before && statSync(name(path)).isFile();
    },
  );
  expect(written).toEqual([]);
  expect(globSync("*", { cwd: data })).toContain("secrets.json");
});
