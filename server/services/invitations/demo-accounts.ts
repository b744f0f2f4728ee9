import { countAccounts, findCredentials, lockCredentials } from "#db/queries/accounts.ts";
import type { Reader } from "#db/store/store.ts";
import type { AccountsApp } from "#server/services/accounts/context.ts";
import { demoPassword, demoPeople } from "#server/services/accounts/demo-people.ts";
import { isRightPassword } from "#server/services/accounts/passwords.ts";
import { StartError } from "#server/services/process/start-error.ts";
import { shutOut } from "./administration.ts";

/**
 * Before a start with the demonstration: its accounts have a password that everybody knows, an administrator's among
 * them, so they must not come to where others work.
 *
 * @throws StartError
 */
export async function requireDemoAlone(app: AccountsApp): Promise<void> {
  const [present, all] = await app.store.read(async (db) => [
    (await demoCredentials(db)).length,
    await countAccounts(db),
  ]);
  if (present === all) return;
  throw new StartError(
    "This database has accounts that are not the demonstration's, whose passwords everybody knows: give the demonstration a data folder (or a database) of its own, as in EVENHAND_DATA=demo-data npm start -- --demo, or start it without --demo; if the demonstration's accounts are in it, suspend them first with npm start -- --shut-demo.",
  );
}

/**
 * Before a start without it.
 *
 * @throws StartError while anybody could sign in with the password that everybody knows
 */
export async function requireNoDemo(app: AccountsApp): Promise<void> {
  for (const { passwordHash, suspendedAt } of await app.store.read(demoCredentials)) {
    if (suspendedAt !== null || !(await isRightPassword(passwordHash, demoPassword))) continue;
    throw new StartError(
      "The demonstration's accounts can sign in to this database, and everybody knows their password: start it with --demo, give real work a data folder (or a database) of its own, as in EVENHAND_DATA=/path npm start, or suspend those accounts with npm start -- --shut-demo.",
    );
  }
}

/** Suspends the demonstration's accounts and ends their sessions and links; studies they made stay. */
export async function shutDemo(app: AccountsApp): Promise<void> {
  const now = app.now();
  await app.store.tx(async (tx) => {
    for (const { id } of await demoCredentials(tx)) {
      const account = await lockCredentials(tx, id);
      if (account === undefined || account.suspendedAt !== null) continue;
      await shutOut(app, tx, { by: null, accountId: id, at: now });
    }
  });
}

async function demoCredentials(db: Reader) {
  const found = [];
  for (const { email } of demoPeople) found.push(await findCredentials(db, email));
  return found.filter((account) => account !== undefined);
}
