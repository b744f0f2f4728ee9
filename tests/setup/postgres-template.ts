import { migrated } from "./migrated.ts";
import { createDatabase, dropDatabases, placeOf } from "./postgres-databases.ts";

/** One migrated database per run on a real server; the tests get copies of it. */
export default async function makeTemplate(): Promise<(() => Promise<void>) | undefined> {
  const serverUrl = process.env.EVENHAND_TEST_POSTGRES;
  if (!serverUrl?.startsWith("postgres")) return undefined;
  const name = await createDatabase(serverUrl);
  await migrated(placeOf(serverUrl, name));
  process.env.EVENHAND_TEST_TEMPLATE = name;
  return () => dropDatabases(serverUrl, [name]);
}
