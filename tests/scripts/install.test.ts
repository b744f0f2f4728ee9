import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { ensureInstalled } from "../../scripts/lib/install.mjs";
import { nodePackages, ownNode } from "../../scripts/lib/own-node.mjs";
import { root } from "../../scripts/lib/root.mjs";

/** The path of this machine's Node 24 below a project's folder. */
const node = relative("/", ownNode("/"));

const library = { version: "1.0.0", integrity: "sha512-a" };

function project({ brings = [node] } = {}) {
  const folder = temporaryFolder();
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(content));
  };
  write("package.json", { dependencies: { library: "1.0.0" } });
  write("package-lock.json", {
    packages: { "": { dependencies: { library: "1.0.0" } }, "node_modules/library": library },
  });
  let count = 0;
  const install = async () => {
    count += 1;
    for (const path of brings) write(path, "");
  };
  return { write, installs: () => count, ensure: () => ensureInstalled(folder, install) };
}

test.each(["start", "release", "test", "trial"])("%s starts without any installed package", (command) => {
  const folder = temporaryFolder();
  cpSync(join(root, "scripts"), join(folder, "scripts"), { recursive: true });
  const load = `await import(${JSON.stringify(join(folder, `scripts/lib/${command}.mjs`))})`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", load], { stdio: "pipe" });
});

test("a fresh clone is installed once", async () => {
  const { ensure, installs } = project();
  expect(await ensure()).toBe(true);
  expect(await ensure()).toBe(false);
  expect(installs()).toBe(1);
});

test.each(["package.json", "package-lock.json"])("a change of %s installs again", async (file) => {
  const { ensure, installs, write } = project();
  await ensure();
  write(file, { dependencies: { library: "1.0.1" }, packages: {} });
  expect(await ensure()).toBe(true);
  expect(installs()).toBe(2);
});

test("packages from a manual npm install are kept", async () => {
  const { ensure, installs, write } = project();
  write(node, "");
  write("node_modules/.package-lock.json", { packages: { "node_modules/library": library } });
  expect(await ensure()).toBe(false);
  expect(installs()).toBe(0);
});

test.each([
  ["another version", { "node_modules/library": { ...library, version: "1.0.1" } }],
  ["another content", { "node_modules/library": { ...library, integrity: "sha512-b" } }],
  ["a package too many", { "node_modules/library": library, "node_modules/other": library }],
  ["a package too few", {}],
])("%s in node_modules is replaced", async (_, packages) => {
  const { ensure, installs, write } = project();
  write(node, "");
  write("node_modules/.package-lock.json", { packages });
  expect(await ensure()).toBe(true);
  expect(installs()).toBe(1);
});

test("an install that brought no Node 24 is refused, and repeated the next time", async () => {
  const { write, installs, ensure } = project({ brings: [] });
  await expect(ensure()).rejects.toThrow(/^npm did not install .*node, the Node 24 .* run this again\.$/);
  write(node, "");
  write("node_modules/.package-lock.json", { packages: {} });
  expect(await ensure().catch(() => "refused")).not.toBe("refused");
  expect(installs()).toBe(2);
});

test("an install without its own Node is repeated", async () => {
  const { ensure, installs, write } = project();
  write("node_modules/.package-lock.json", { packages: { "node_modules/library": library } });
  expect(await ensure()).toBe(true);
  expect(installs()).toBe(1);
});

test.each(Object.entries(nodePackages))("Node 24 for %s is pinned by the hash of %s", (platform, name) => {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const locked = lock.packages[`node_modules/${name}`];
  expect(`${locked.os}-${locked.cpu}`).toBe(platform);
  expect(locked).toMatchObject({ optional: true, integrity: expect.stringMatching(/^sha512-/) });
  expect(locked.version).toMatch(/^24\./);
  expect(manifest.optionalDependencies[name]).toBe(locked.version);
  expect(locked.hasInstallScript).toBeUndefined();
  const [os = "", arch = ""] = platform.split("-");
  expect(ownNode("/evenhand", { platform: os, arch })).toBe(`/evenhand/node_modules/${name}/bin/node`);
});

test("no other package brings a Node", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const bringing = Object.entries(packages as Record<string, { bin?: object }>).filter(
    ([, { bin = {} }]) => "node" in bin,
  );
  expect(bringing.map(([path]) => path.replace("node_modules/", "")).sort()).toEqual(
    Object.values(nodePackages).sort(),
  );
});

test.each([
  ["win32", "x64", "Evenhand does not run on Windows itself: run it in WSL."],
  ["linux", "s390x", "Evenhand runs on Linux and macOS, on x64 and arm64, and this machine is linux s390x."],
])("%s %s is refused in one sentence", (platform, arch, words) => {
  expect(() => ownNode("/evenhand", { platform, arch })).toThrow(words);
});
