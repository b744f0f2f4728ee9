import { findCredentials, insertAccount } from "#db/queries/accounts.ts";
import { revokeInvitations } from "#db/queries/invitations.ts";
import type { App } from "#server/platform/app/app.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";

/**
 * Makes an account without an invitation, for the demo's seed. An existing account is left as it is. The first
 * administrator's link, which is for a server without accounts, is revoked.
 */
export async function ensureAccount(
  app: App,
  account: {
    email: string;
    displayName: string;
    platformRole: "administrator" | "operator" | "member";
    /** Called only if the account is missing. */
    passwordHash: () => Promise<string>;
  },
): Promise<string> {
  const known = await app.store.read((db) => findCredentials(db, account.email));
  if (known !== undefined) return known.id;
  const passwordHash = await account.passwordHash();
  const id = app.newId();
  const now = app.now();
  await app.store.tx(async (tx) => {
    await insertAccount(tx, { ...account, id, passwordHash, createdAt: now, suspendedAt: null });
    await revokeInvitations(tx, { invitedBy: null }, now);
    await recordSecurity(app, tx, { kind: "demo.account-made", actorId: null, accountId: id });
  });
  return id;
}
