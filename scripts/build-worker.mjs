import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildKernel } from "./build-kernel.mjs";
import { buildPolicyFunction } from "./build-policy-function.mjs";
import { buildWheel } from "./build-wheel.mjs";
import { ensureMessages } from "./lib/messages.mjs";

const folder = fileURLToPath(new URL("../.build/", import.meta.url));
const file = `${folder}worker.mjs`;

ensureMessages();
buildPolicyFunction();
buildWheel();
await buildKernel();

// One bundle for Next, the tests and the command line: each would look for the worker at a different path.
const { outputFiles } = await build({
  absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
  entryPoints: ["server/workers/worker.ts"],
  bundle: true,
  write: false,
  platform: "node",
  format: "esm",
  packages: "external",
  target: "node24",
  sourcemap: "inline",
  logLevel: "warning",
});
const bundle = outputFiles[0].text;
if (bundle !== current()) replaceFile();

// Replaced in one step, because a server or another test run may be reading it.
function replaceFile() {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, bundle);
  renameSync(`${file}.${process.pid}`, file);
}

function current() {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
