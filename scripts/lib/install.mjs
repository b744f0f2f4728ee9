import { existsSync } from "node:fs";
import { join } from "node:path";
import { fingerprint, isStamped, writeStamp } from "./fingerprint.mjs";
import { matchesLockFile } from "./lock-file.mjs";
import { run } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const STAMP = "node_modules/.evenhand-installed";

/** The Node 24 that comes with the dependencies. */
export function ownNode(folder) {
  return join(folder, "node_modules/node/bin/node");
}

/** Installs the dependencies when package.json or the lock file changed since the last time; says whether it did. */
export async function ensureInstalled(folder, install = npmCi) {
  const wanted = fingerprint(folder, ["package.json", "package-lock.json"]);
  const stamp = join(folder, STAMP);
  const isComplete = existsSync(ownNode(folder));
  if (isComplete && isStamped(stamp, wanted)) return false;
  const isNeeded = !(isComplete && matchesLockFile(folder));
  if (isNeeded) await install(folder);
  writeStamp(stamp, wanted);
  return isNeeded;
}

async function npmCi(folder) {
  process.stdout.write("Installing dependencies, about a minute the first time ...\n");
  // The build needs the development dependencies too, whatever NODE_ENV says.
  const { code, output } = await run("npm", ["ci", "--include=dev"], { cwd: folder, capture: true });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Refusal(
    "The dependencies could not be installed: put right what npm says above and run this again.",
  );
}
