import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let root: string | undefined;
let count = 0;

/** Names a folder for the high-water marks of one application; all of them are removed after the test file. */
export function newMarksFolder(): string {
  if (root === undefined) {
    root = mkdtempSync(join(tmpdir(), "evenhand-marks-"));
    // For programs that tests start, and for benches.
    process.once("exit", removeMarksFolders);
  }
  count += 1;
  return join(root, String(count));
}

export function removeMarksFolders(): void {
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
  root = undefined;
}
