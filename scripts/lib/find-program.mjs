import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Finds the first of these programs that can be run. An absolute path is used as it is, a bare name is looked up on the
 * PATH.
 */
export function findProgram(candidates) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return candidates
    .flatMap((name) => (name.startsWith("/") ? [name] : folders.map((folder) => join(folder, name))))
    .find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
