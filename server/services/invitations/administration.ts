import * as accounts from "#db/queries/accounts.ts";
import { revokeResetLinksOf } from "#db/queries/invitations.ts";
import { revokeSessionsOf } from "#db/queries/sessions.ts";
import { DomainError } from "#server/errors.ts";
import type { AccountsApp } from "#server/services/accounts/context.ts";

export async function listAccounts(app: AccountsApp): Promise<accounts.AccountRow[]> {
  return app.store.read((reader) => accounts.listAccounts(reader));
}

/** Shuts an account out at once: its sessions end and its open reset links stop working. Its past work stays. */
export async function suspendAccount(app: AccountsApp, by: string, accountId: string): Promise<void> {
  if (by === accountId) {
    throw new DomainError("role-conflict", "You cannot suspend yourself. Another administrator can.");
  }
  const now = app.now();
  await app.store.tx(async (tx) => {
    // Two administrators who suspend each other at the same moment would leave nobody in charge.
    const active = await accounts.lockAdministrators(tx);
    if (!active.includes(by)) throw new DomainError("forbidden", "Only an administrator can do this.");
    const account = await accounts.findAccount(tx, accountId);
    if (account === undefined) throw notFound();
    if (account.suspendedAt !== null) return;
    await accounts.setSuspension(tx, accountId, now);
    await revokeSessionsOf(tx, { accountId, except: null, at: now });
    await revokeResetLinksOf(tx, accountId, now);
  });
}

export async function unsuspendAccount(app: AccountsApp, accountId: string): Promise<void> {
  await app.store.tx(async (tx) => {
    if ((await accounts.findAccount(tx, accountId)) === undefined) throw notFound();
    await accounts.setSuspension(tx, accountId, null);
  });
}

function notFound(): DomainError {
  return new DomainError("not-found", "There is no such account.");
}
