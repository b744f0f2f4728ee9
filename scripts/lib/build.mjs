import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fingerprint, isStamped, writeStamp } from "./fingerprint.mjs";
import { run } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

const SOURCES = [
  ...["app", "components", "server", "db", "public", "instrumentation.ts", "proxy.ts"],
  ...["next.config.js", "postcss.config.mjs", "tsconfig.json", "package.json", "package-lock.json"],
  ...["scripts/build-worker.mjs", "scripts/build-kernel.mjs"],
];
const RESULTS = [".build/worker.mjs", ".next/BUILD_ID"];
const STAMP = join(root, ".next/.evenhand-built");

/** Whether the worker and the pages were built from the sources as they are now. */
export function isBuilt() {
  return (
    isStamped(STAMP, fingerprint(root, SOURCES)) && RESULTS.every((path) => existsSync(join(root, path)))
  );
}

/** Bundles the worker and builds the pages. */
export async function build() {
  // Taken first: what changes during the build is built the next time.
  const sources = fingerprint(root, SOURCES);
  rmSync(STAMP, { force: true });
  await buildWorker();
  await runNode(["node_modules/next/dist/bin/next", "build"]);
  writeStamp(STAMP, sources);
}

/** Bundles the worker alone, for pages that are not built beforehand. */
export function buildWorker() {
  return runNode(["scripts/build-worker.mjs"]);
}

async function runNode(args) {
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const { code, output } = await run(process.execPath, args, { capture: true, env });
  if (code === 0) return;
  throw new Refusal(
    `${output}\nEvenhand could not be built: put right what is said above and run this again.`,
  );
}
