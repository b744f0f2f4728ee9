import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let root: string | undefined;
let count = 0;

/**
 * Names a folder for the high-water marks of one application. A mark may be written just after its test has ended, so in
 * a run of tests all of them are in a folder that the run removes (temporary-root.ts); elsewhere the process removes it.
 */
export function newMarksFolder(): string {
  root ??= makeRoot();
  count += 1;
  return join(root, String(count));
}

function makeRoot(): string {
  const within = process.env.EVENHAND_TEST_MARKS;
  const made = mkdtempSync(join(within ?? tmpdir(), "evenhand-marks-"));
  if (within === undefined) process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
}
