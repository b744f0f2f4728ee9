import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { prepare } from "../../scripts/lib/prepare.mjs";

/** Makes a study in mode guarded on data of its own. @returns its address, and the folder of the data */
export async function makeGuardedStudy(): Promise<{ address: string; data: string }> {
  const data = await mkdtemp(join(tmpdir(), "evenhand-guarded-"));
  const env = { ...process.env, EVENHAND_DATA: data, DATABASE_URL: "" };
  await prepare(env);
  const program = "tests/e2e/children/guarded-study.ts";
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  return { address: `/studies/${stdout.trim().split("\n").at(-1)}`, data };
}
