import { realpathSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { end } from "./lifecycle.mjs";
import { ownNode } from "./own-node.mjs";
import { run } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

// The time for the restarted script to stop its own processes and clean up, with a margin.
const SHUTDOWN_TIMEOUT_MS = 15_000;
const UNUSABLE_NODE =
  "The Node 24 that npm installed does not run on this machine: Evenhand needs macOS or a Linux with glibc (Alpine Linux has none).";

/** Installs missing packages and returns under Node 24; on another version, it runs the script again with Node 24. */
export async function bootstrap() {
  const wasInstalled = await installPackages();
  if (!wasInstalled && isOwnNode()) return;
  const { code, signal } = await run(ownNode(root), process.argv.slice(1), {
    shutdownTimeoutMs: SHUTDOWN_TIMEOUT_MS,
  });
  await end(code ?? 128 + constants.signals[signal]);
}

/** Installs missing packages and puts Node 24 first on the PATH. @returns whether anything was installed */
export async function installPackages() {
  const wasInstalled = await ensureInstalled(root);
  // Next starts its CSS workers as `node` from the PATH, and npm 10 does not put Node 24 into node_modules/.bin.
  const folders = [dirname(ownNode(root)), join(root, "node_modules/.bin")];
  process.env.PATH = [...folders, process.env.PATH].join(delimiter);
  if (!isOwnNode()) await assertUsable(ownNode(root));
  return wasInstalled;
}

async function assertUsable(node) {
  const { code } = await run(node, ["--version"], { capture: true });
  if (code !== 0) throw new Refusal(UNUSABLE_NODE);
}

function isOwnNode() {
  return realpathSync(process.execPath) === realpathSync(ownNode(root));
}
