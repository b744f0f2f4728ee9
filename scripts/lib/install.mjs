import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fingerprint, isStamped, writeStamp } from "./fingerprint.mjs";
import { matchesLockFile } from "./lock-file.mjs";
import { assertRoom, assertWritable } from "./machine.mjs";
import { causeIn, lastLines } from "./output.mjs";
import { ownNode } from "./own-node.mjs";
import { run } from "./processes.mjs";
import { withProgress } from "./progress.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

/** Disk space required, as measured in MB: node_modules 1,230, npm's cache 510, the build 340. */
const PACKAGES_MB = 1_300;
const CACHE_MB = 500;
const BUILD_MB = 400;
export const INSTALL_STAMP = "node_modules/.evenhand-installed";
export const INSTALL_INPUTS = ["package.json", "package-lock.json"];

/** Installs the dependencies if package.json or the lock file changed since the last time. @returns whether it did */
export async function ensureInstalled(folder, install = npmCi) {
  const node = ownNode(folder);
  const wanted = fingerprint(folder, INSTALL_INPUTS);
  const stamp = join(folder, INSTALL_STAMP);
  const isComplete = existsSync(node);
  if (isComplete && isStamped(stamp, wanted)) return false;
  assertProgramFolder(folder);
  const isNeeded = !(isComplete && matchesLockFile(folder));
  if (isNeeded) await install(folder);
  // npm continues without an optional package that it cannot fetch.
  if (!existsSync(node))
    throw new Refusal(
      `npm did not install ${node}, the Node 24 that Evenhand runs on: check the connection to the npm registry and run this again.`,
    );
  writeStamp(stamp, wanted);
  return isNeeded;
}

/** Refuses if packages and pages cannot be written to the program's folder. */
export function assertProgramFolder(folder = root) {
  assertWritable(
    folder,
    (reason) =>
      `Evenhand cannot write to its program folder ${folder}, since ${reason}: packages are installed and pages are built there. Correct that, or copy the folder to a place where you may write.`,
  );
}

function npmCi(folder) {
  assertRoom(folder, roomNeeded(folder), "installing and building");
  const install = async () => {
    // The build needs the development dependencies, and every program needs Node 24, whatever NODE_ENV and npm's
    // settings are. Warnings that packages want a newer Node than npm's do not matter: they run under Node 24. No
    // package needs its install script, and npm 10 would compile better-sqlite3, which brings its binary.
    const args = ["ci", "--include=dev", "--include=optional", "--ignore-scripts", "--loglevel=error"];
    const { code, output } = await run("npm", args, { cwd: folder, capture: true });
    if (code === 0) return;
    throw new Refusal(
      `${lastLines(output)}\nThe packages could not be installed${causeIn(output)}. Correct what npm reports above and run this again.`,
    );
  };
  // To stderr, because other programs read the output of some programs.
  return withProgress("Installing packages (about a minute the first time)", install, process.stderr);
}

/** Returns the disk space needed. npm removes the installed packages first; its cache is usually on the same disk. */
function roomNeeded(folder) {
  const packages = existsSync(ownNode(folder)) ? 0 : PACKAGES_MB;
  const cache = isSameDisk(folder, process.env.npm_config_cache) ? CACHE_MB : 0;
  return packages + cache + BUILD_MB;
}

function isSameDisk(folder, other) {
  return other === undefined || statSync(folder).dev === statSync(other, { throwIfNoEntry: false })?.dev;
}
