import { existsSync, realpathSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { ensureInstalled, ownNode } from "./install.mjs";
import { end } from "./lifecycle.mjs";
import { nodeApiComplaint } from "./node-version.mjs";
import { run } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

// Longer than the second start of the script needs to stop its own processes and clean up.
const PATIENCE_MS = 15_000;
const MISSING_NODE =
  "npm left out the Node 24 that Evenhand runs on: delete node_modules and run this again, without --ignore-scripts.";

/** Installs what is missing and returns under Node 24; a script begun on another Node is run again under it. */
export async function bootstrap(script) {
  const wasInstalled = await ensureInstalled(root);
  // Next starts its CSS workers as `node` from the PATH.
  process.env.PATH = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  if (!existsSync(ownNode(root))) throw new Refusal(MISSING_NODE);
  if (!wasInstalled && isOwnNode()) return assertNodeApi();
  const { code, signal } = await run(ownNode(root), [join(root, script), ...process.argv.slice(2)], {
    patienceMs: PATIENCE_MS,
  });
  await end(code ?? 128 + constants.signals[signal]);
}

function assertNodeApi() {
  const complaint = nodeApiComplaint(process.versions);
  if (complaint) throw new Refusal(complaint);
}

function isOwnNode() {
  return realpathSync(process.execPath) === realpathSync(ownNode(root));
}
