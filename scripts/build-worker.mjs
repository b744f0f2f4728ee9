import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildKernel } from "./build-kernel.mjs";
import { buildPolicyFunction } from "./build-policy-function.mjs";
import { buildWheel } from "./build-wheel.mjs";
import { ensureMessages } from "./lib/messages.mjs";

const folder = fileURLToPath(new URL("../.build/", import.meta.url));

ensureMessages();
buildPolicyFunction();
buildWheel();
await buildKernel();

// One bundle for Next, the tests and the command line: each would look for the worker at a different path.
await bundle("server/workers/worker.ts", `${folder}worker.mjs`, {
  format: "esm",
  packages: "external",
  sourcemap: "inline",
});
// A service worker is a script of its own, outside Next's bundles.
await bundle("components/judging/offline/worker.ts", `${folder}offline-worker.js`, {
  platform: "browser",
  target: "es2022",
  minify: true,
  define: { "process.env.NODE_ENV": '"production"' },
});
// With its own React: Next has another one for pages.
await bundle("components/results/report/report-page.tsx", `${folder}report.cjs`, {
  format: "cjs",
  jsx: "automatic",
  minify: true,
  define: { "process.env.NODE_ENV": '"production"' },
});

async function bundle(entry, file, options) {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "node",
    target: "node24",
    logLevel: "warning",
    ...options,
  });
  const { text } = outputFiles[0];
  if (text !== current(file)) replaceFile(file, text);
}

// Replaced in one step, because a server or another test run may be reading it.
function replaceFile(file, text) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

function current(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
