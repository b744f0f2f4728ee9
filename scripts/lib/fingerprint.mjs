import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Returns a hash of the names and contents of files and folders, recursively; missing ones count as empty. */
export function fingerprint(folder, paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((path) => filesUnder(folder, path))) {
    hash.update(`${path}\0`).update(
      createHash("sha256")
        .update(readFileSync(join(folder, path)))
        .digest(),
    );
  }
  return hash.digest("hex");
}

/** Returns whether the stamp file records this fingerprint. */
export function isStamped(file, wanted) {
  try {
    return readFileSync(file, "utf8") === wanted;
  } catch {
    return false;
  }
}

export function writeStamp(file, wanted) {
  writeFileSync(file, wanted);
}

function filesUnder(folder, path) {
  const stat = statSync(join(folder, path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(folder, path))
    .filter((name) => name !== "__pycache__")
    .sort()
    .flatMap((name) => filesUnder(folder, `${path}/${name}`));
}
