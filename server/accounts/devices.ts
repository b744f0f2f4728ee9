import { hasDevice, isKnownDevice, saveDevice } from "#db/queries/devices.ts";
import type { Tx } from "#db/store/store.ts";
import { limits } from "./account-limits.ts";
import type { AccountsApp } from "./context.ts";
import { hashToken, newToken } from "./secret-tokens.ts";

/** Finds the hash of a device's token if an earlier sign-in to this account used the device. */
export async function findKnownDevice(
  app: AccountsApp,
  email: string,
  token: string | undefined,
): Promise<string | null> {
  if (token === undefined) return null;
  const tokenHash = hashToken(token);
  return (await app.store.read((db) => isKnownDevice(db, { email, tokenHash }))) ? tokenHash : null;
}

/**
 * Returns the token that a browser keeps after a correct password: its present one if this server issued it, or else a
 * new one.
 */
export async function deviceTokenFor(app: AccountsApp, present: string | undefined): Promise<string> {
  if (present === undefined) return newToken().token;
  const isOurs = await app.store.read((db) => hasDevice(db, hashToken(present)));
  return isOurs ? present : newToken().token;
}

/** Stores a device, in the transaction of the sign-in. */
export async function rememberDevice(
  app: AccountsApp,
  tx: Tx,
  accountId: string,
  token: string,
): Promise<void> {
  const row = { accountId, tokenHash: hashToken(token), lastSeenAt: app.now() };
  await saveDevice(tx, { ...row, keep: limits.devicesKept });
}
