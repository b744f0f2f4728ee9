import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrated } from "./migrated.ts";

/** One migrated file per run; the tests get copies of it. */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(join(tmpdir(), "evenhand-template-"));
  await migrated({ dataFolder });
  process.env.EVENHAND_TEST_SQLITE_TEMPLATE = dataFolder;
  return () => rm(dataFolder, { recursive: true, force: true });
}
