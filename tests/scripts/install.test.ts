import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { ensureInstalled } from "../../scripts/lib/install.mjs";

const library = { version: "1.0.0", integrity: "sha512-a" };

function project() {
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
    write("node_modules/node/bin/node", "");
  };
  return { write, installs: () => count, ensure: () => ensureInstalled(folder, install) };
}

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

test("what an npm install by hand brought is left as it is", async () => {
  const { ensure, installs, write } = project();
  write("node_modules/node/bin/node", "");
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
  write("node_modules/node/bin/node", "");
  write("node_modules/.package-lock.json", { packages });
  expect(await ensure()).toBe(true);
  expect(installs()).toBe(1);
});

test("an install without its own Node is done again", async () => {
  const { ensure, installs, write } = project();
  write("node_modules/.package-lock.json", { packages: { "node_modules/library": library } });
  expect(await ensure()).toBe(true);
  expect(installs()).toBe(1);
});
