import { hasDevice, isKnownDevice, saveDevice } from "#db/queries/devices.ts";
import type { Tx } from "#db/store/store.ts";
import { limits } from "./account-limits.ts";
import type { AccountsApp } from "./context.ts";
import { hashToken, newToken } from "./tokens.ts";

/** The hash of a device's token, if somebody has signed in to this account with it before. */
export async function findKnownDevice(
  app: AccountsApp,
  email: string,
  token: string | undefined,
): Promise<string | null> {
  if (token === undefined) return null;
  const tokenHash = hashToken(token);
  return (await app.store.read((db) => isKnownDevice(db, { email, tokenHash }))) ? tokenHash : null;
}

/** The token a browser is to keep after a right password: the one it has if that is ours, else a new one. */
export async function deviceTokenFor(app: AccountsApp, present: string | undefined): Promise<string> {
  if (present === undefined) return newToken().token;
  const isOurs = await app.store.read((db) => hasDevice(db, hashToken(present)));
  return isOurs ? present : newToken().token;
}

/** Inside the sign-in's transaction. */
export async function rememberDevice(
  app: AccountsApp,
  tx: Tx,
  accountId: string,
  token: string,
): Promise<void> {
  const row = { accountId, tokenHash: hashToken(token), lastSeenAt: app.now() };
  await saveDevice(tx, { ...row, keep: limits.devicesKept });
}
