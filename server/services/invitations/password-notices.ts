import { listUsedResets, setNoticed } from "#db/queries/invitations.ts";
import type { AccountsApp } from "#server/services/accounts/context.ts";

/** What the owner of an account is told until it was read: its password was set by a link, whose and when. */
export async function listPasswordNotices(app: AccountsApp, accountId: string) {
  const rows = await app.store.read((db) => listUsedResets(db, { accountId, isUnnoticed: true }));
  return rows.map(({ tokenHash, makerName, madeAt, usedAt }) => ({
    ref: tokenHash,
    makerName,
    madeAt,
    usedAt,
  }));
}

/** Puts one of the own notices away; another's is left as it is. */
export async function dismissPasswordNotice(app: AccountsApp, accountId: string, ref: string): Promise<void> {
  await app.store.tx((tx) => setNoticed(tx, { accountId, tokenHash: ref, at: app.now() }));
}
