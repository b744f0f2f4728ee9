import { countAccounts, findCredentials } from "#db/queries/accounts.ts";
import type { Reader } from "#db/store/store.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { demoPassword, demoPeople } from "#server/accounts/demo-people.ts";
import { isRightPassword } from "#server/accounts/passwords.ts";
import { StartError } from "#server/platform/process/start-error.ts";

/**
 * Checks a start with the demonstration: it must not add accounts with a public password to the database of a real
 * server. If all its accounts exist it adds none, so other people may have joined the demonstration since.
 *
 * @throws StartError
 */
export async function requireDemoAlone(app: AccountsApp): Promise<void> {
  const [present, all] = await app.store.read(async (db) => [
    (await demoCredentials(db)).length,
    await countAccounts(db),
  ]);
  if (present === all || present === demoPeople.length) return;
  throw new StartError(
    "This database has accounts of other people, and the demonstration's password is public: give the demonstration a data folder (or a database) of its own, as in EVENHAND_DATA=demo-data npm start -- --demo. Nothing was changed.",
  );
}

/**
 * Checks a start without the demonstration.
 *
 * @throws StartError while one of its accounts can sign in with the public password
 */
export async function requireNoDemo(app: AccountsApp): Promise<void> {
  for (const { passwordHash, suspendedAt } of await app.store.read(demoCredentials)) {
    if (suspendedAt !== null || !(await isRightPassword(passwordHash, demoPassword))) continue;
    throw new StartError(
      "This database holds the demonstration, whose password is public: start it with npm start -- --demo, or give real work a data folder (or a database) of its own, as in EVENHAND_DATA=/path npm start. Nothing was changed.",
    );
  }
}

async function demoCredentials(db: Reader) {
  const found = [];
  for (const { email } of demoPeople) found.push(await findCredentials(db, email));
  return found.filter((account) => account !== undefined);
}
