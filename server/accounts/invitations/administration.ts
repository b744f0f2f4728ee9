import * as accounts from "#db/queries/accounts.ts";
import { listHolders } from "#db/queries/factors.ts";
import { listUsedResets, revokeInvitations } from "#db/queries/invitations.ts";
import { deleteTokensOf } from "#db/queries/programs.ts";
import { revokeSessions } from "#db/queries/sessions.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { endAccountAccess } from "#server/accounts/end-account-access.ts";
import { DomainError } from "#server/errors.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";

const accountsAPage = 50;

/**
 * Lists one page of accounts, oldest first. Each has the last time its password was set by a link, and whether it has a
 * second factor.
 *
 * @param search part of a name or an address; empty: all accounts
 * @param after the last account of the previous page; the first page if there is no such account
 */
export async function listAccounts(
  app: AccountsApp,
  { search = "", after }: { search?: string | undefined; after?: string | undefined } = {},
) {
  return app.store.read(async (reader) => {
    const last = after === undefined ? undefined : await accounts.findAccount(reader, after);
    const rows = await accounts.listAccounts(reader, { search, after: last, limit: accountsAPage + 1 });
    const shown = rows.slice(0, accountsAPage);
    const accountIds = shown.map(({ id }) => id);
    const resets = Map.groupBy(await listUsedResets(reader, { accountIds }), (row) => row.accountId);
    const holders = new Set(await listHolders(reader, accountIds));
    return {
      accounts: shown.map((account) => {
        const last = resets.get(account.id)?.[0];
        const lastReset = last === undefined ? null : { at: last.usedAt, makerName: last.makerName };
        return { ...account, lastReset, hasFactor: holders.has(account.id) };
      }),
      /** Cursor of the next page; null on the last page. */
      next: rows.length > accountsAPage ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

/**
 * Suspends an account at once. Its sessions and tokens end, and the open links that it made or that were made for it
 * stop working. Its past work stays.
 *
 * @throws DomainError "role-conflict" for one's own account; "forbidden", "not-found"
 */
export async function suspendAccount(app: AccountsApp, by: string, accountId: string): Promise<void> {
  if (by === accountId) {
    throw new DomainError("role-conflict", t.notSuspendSelf());
  }
  const now = app.now();
  await app.store.tx(async (tx) => {
    const account = await lockedAccount(tx, by, accountId);
    if (account.suspendedAt !== null) return;
    await accounts.updateAccount(tx, accountId, { suspendedAt: now });
    await endAccountAccess(tx, accountId, { at: now });
    await revokeInvitations(tx, { invitedBy: accountId }, now);
    await recordSecurity(app, tx, { kind: "account.suspended", actorId: by, accountId });
  });
}

export async function unsuspendAccount(app: AccountsApp, by: string, accountId: string): Promise<void> {
  await app.store.tx(async (tx) => {
    const account = await accounts.findAccount(tx, accountId);
    if (account === undefined) throw notFound();
    if (account.suspendedAt === null) return;
    await accounts.updateAccount(tx, accountId, { suspendedAt: null });
    await recordSecurity(app, tx, { kind: "account.unsuspended", actorId: by, accountId });
  });
}

/**
 * Removes an account's role on this server. The links and tokens that it made stop working, and its user must sign in
 * again. The account keeps the studies it operates. A new link can restore the role.
 *
 * @throws DomainError "role-conflict" for one's own role, so that there is always an administrator; "forbidden",
 *   "not-found"
 */
export async function takeRole(app: AccountsApp, by: string, accountId: string): Promise<void> {
  if (by === accountId) {
    throw new DomainError("role-conflict", t.notOwnRole());
  }
  const now = app.now();
  await app.store.tx(async (tx) => {
    const { platformRole } = await lockedAccount(tx, by, accountId);
    if (platformRole === "member") return;
    await accounts.updateAccount(tx, accountId, { platformRole: "member" });
    await revokeSessions(tx, { accountId }, { at: now });
    await deleteTokensOf(tx, { accountId });
    await revokeInvitations(tx, { invitedBy: accountId, studyId: null }, now);
    const about = { actorId: by, accountId };
    await recordSecurity(app, tx, { kind: "role.taken", ...about, detail: { role: platformRole } });
  });
}

/**
 * Locks an account that an administrator acts on. Without the lock, two administrators who act on each other at the
 * same moment could leave the server without one.
 */
export async function lockedAccount(tx: Tx, by: string, accountId: string): Promise<accounts.AccountRow> {
  const active = await accounts.lockAdministrators(tx);
  if (!active.includes(by))
    throw new DomainError("forbidden", t.onlyRole({ role: t.aRole({ role: "administrator" }) }));
  const account = await accounts.findAccount(tx, accountId);
  if (account === undefined) throw notFound();
  return account;
}

function notFound(): DomainError {
  return new DomainError("not-found", t.accountUnknown());
}
