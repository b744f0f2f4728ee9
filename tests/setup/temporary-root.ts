import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives the tests of a run a separate temporary folder, and fails the run if a test leaves anything in it. */
export default async function makeTemporaryRoot(): Promise<() => Promise<void>> {
  const marks = await mkdtemp(join(tmpdir(), "evenhand-marks-"));
  process.env.EVENHAND_TEST_MARKS = marks;
  // Otherwise npm keeps its compiled code in the temporary folder; `npm test` names a folder itself.
  process.env.NODE_COMPILE_CACHE ??= join(marks, "compiled");
  const folder = await mkdtemp(join(tmpdir(), "evenhand-tests-"));
  // Some tests, started by root, run programs as another user below these.
  for (const made of [folder, marks]) await chmod(made, 0o711);
  process.env.TMPDIR = folder;
  return async () => {
    const left = await readdir(folder);
    for (const made of [folder, marks]) await rm(made, { recursive: true, force: true, maxRetries: 10 });
    if (left.length > 0) throw new Error(`Tests left in the temporary folder: ${left.sort().join(", ")}`);
  };
}
