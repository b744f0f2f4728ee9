import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compressStatic } from "./compress-static.mjs";
import { fingerprint, isStamped, writeStamp } from "./fingerprint.mjs";
import { assertProgramFolder } from "./install.mjs";
import { assertRoom, memoryComplaint } from "./machine.mjs";
import { causeIn, lastLines } from "./output.mjs";
import { run } from "./processes.mjs";
import { withProgress } from "./progress.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

/** The sources of the pages and the worker. */
export const SOURCES = [
  ...["app", "components", "server", "db", "public", "instrumentation.ts", "proxy.ts"],
  ...[
    "next.config.js",
    "scripts/lib/compress-static.mjs",
    "scripts/lib/external-packages.mjs",
    "scripts/lib/split-languages.mjs",
    "postcss.config.mjs",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
  ],
  ...["scripts/build-worker.mjs", "scripts/build-kernel.mjs", "scripts/lib/messages.mjs"],
  ...["scripts/build-policy-function.mjs", "scripts/build-wheel.mjs", "LICENSE"],
  ...["clients/python/src/evenhand", "clients/python/pyproject.toml", "clients/python/README.md"],
];
const RESULTS = [".build/worker.mjs", ".build/report.cjs", ".build/offline-worker.js", ".next/BUILD_ID"];
/** Disk space for a build. Measured: .next and .build hold 330 MB after a build. */
const BUILD_MB = 400;
/** Memory for a build. Measured: Next and its workers together used at most 2,230 MB. */
const BUILD_MEMORY_MB = 2_300;
export const STAMP = ".next/.evenhand-built";

/** Returns whether the worker and the pages were built from the present sources. */
export function isBuilt() {
  return (
    isStamped(join(root, STAMP), fingerprint(root, SOURCES)) &&
    RESULTS.every((path) => existsSync(join(root, path)))
  );
}

/** Bundles the worker and builds the pages. */
export async function build() {
  assertRoom(root, BUILD_MB, "a build");
  const complaint = memoryComplaint(BUILD_MEMORY_MB);
  if (complaint) process.stdout.write(`${complaint}\n`);
  // Computed first, so that a change during the build causes another build.
  const sources = fingerprint(root, SOURCES);
  assertProgramFolder();
  rmSync(join(root, STAMP), { force: true });
  await withProgress("Building", async () => {
    await runNode(["scripts/build-worker.mjs"]);
    await runNode(["node_modules/next/dist/bin/next", "build"]);
    // It needs a package, and this file is loaded before any is installed.
    (await import("./split-languages.mjs")).splitLanguages(root);
    compressStatic(root);
  });
  writeStamp(join(root, STAMP), sources);
}

/** Bundles only the worker, for pages that are not built beforehand. */
export function buildWorker() {
  assertProgramFolder();
  return runNode(["scripts/build-worker.mjs"]);
}

async function runNode(args) {
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const { code, signal, output } = await run(process.execPath, args, { capture: true, env });
  if (code === 0) return;
  throw new Refusal(
    `${lastLines(output)}\nEvenhand could not be built${causeIn(`${output}\n${signal}`)}. Correct what is reported above and run this again.`,
  );
}
