import { readFileSync } from "node:fs";
import { join } from "node:path";

const DEPENDENCY_LISTS = ["dependencies", "devDependencies", "optionalDependencies"];

/**
 * Returns whether node_modules matches the lock file and the lock file matches package.json, as after an `npm install`
 * run by hand. Reinstalling would then change nothing.
 */
export function matchesLockFile(folder) {
  const manifest = readJson(join(folder, "package.json"));
  const locked = readJson(join(folder, "package-lock.json"))?.packages;
  const installed = readJson(join(folder, "node_modules/.package-lock.json"))?.packages;
  if (!manifest || !locked || !installed) return false;
  return (
    DEPENDENCY_LISTS.every((list) => isSame(manifest[list] ?? {}, locked[""]?.[list] ?? {})) &&
    Object.keys(installed).every((path) => path in locked) &&
    Object.entries(locked).every(([path, wanted]) => path === "" || isInstalled(installed[path], wanted))
  );
}

function isInstalled(found, wanted) {
  // npm leaves out optional packages of other platforms.
  if (!found) return Boolean(wanted.optional || wanted.devOptional);
  return found.version === wanted.version && found.integrity === wanted.integrity;
}

function isSame(one, other) {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
