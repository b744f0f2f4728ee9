import { findCredentials, insertAccount } from "#db/queries/accounts.ts";
import type { App } from "#server/services/app/app.ts";
import { hashPassword } from "./passwords.ts";

/** Makes an account without an invitation, for the demo's seed; an account that exists is left as it is. */
export async function ensureAccount(
  app: App,
  account: {
    email: string;
    displayName: string;
    platformRole: "administrator" | "operator" | "member";
    password: string;
  },
): Promise<string> {
  const known = await app.store.read((db) => findCredentials(db, account.email));
  if (known !== undefined) return known.id;
  const { password, ...row } = account;
  const passwordHash = await hashPassword(password);
  const id = app.newId();
  await app.store.tx((tx) =>
    insertAccount(tx, { ...row, id, passwordHash, createdAt: app.now(), suspendedAt: null }),
  );
  return id;
}
