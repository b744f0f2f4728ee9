/**
 * Run before each start: makes the secrets, brings the database up to date, and issues the first administrator's link
 * as long as nobody has an account. Prints one line of JSON; complains in one sentence on stderr and ends with 1.
 */
import { v7 } from "uuid";
import { openStore } from "#db/open-store.ts";
import { isStoreError } from "#db/store-error.ts";
import { issueFirstAdministratorToken } from "#server/services/accounts/invite.ts";
import { dataFolder } from "#server/services/app.ts";
import { loadSecrets } from "#server/services/secrets/secrets.ts";
import { StartError } from "#server/services/start-error.ts";

async function prepare(): Promise<{ firstAdministratorToken: string | null }> {
  loadSecrets(dataFolder());
  const store = await openStore({ dataFolder: dataFolder(), databaseUrl: process.env.DATABASE_URL });
  try {
    const app = { store, now: Date.now, newId: () => v7() };
    return { firstAdministratorToken: await issueFirstAdministratorToken(app) };
  } finally {
    await store.close();
  }
}

try {
  process.stdout.write(`${JSON.stringify(await prepare())}\n`);
} catch (error) {
  const isForeseen = error instanceof StartError || isStoreError(error);
  process.stderr.write(`${isForeseen ? error.message : error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
