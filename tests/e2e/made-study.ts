import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { prepare } from "../../scripts/lib/prepare.mjs";

/**
 * Makes a study on data of its own, for the demo's accounts.
 *
 * @param maker the program below tests/e2e/children that makes it and prints its id
 * @returns its address, and the folder of the data
 */
export async function makeStudy(maker: string): Promise<{ address: string; data: string }> {
  const data = await mkdtemp(join(tmpdir(), "evenhand-made-"));
  const env = { ...process.env, EVENHAND_DATA: data, DATABASE_URL: "" };
  await prepare(env);
  const { stdout } = await promisify(execFile)(process.execPath, [`tests/e2e/children/${maker}`], { env });
  return { address: `/studies/${stdout.trim().split("\n").at(-1)}`, data };
}
