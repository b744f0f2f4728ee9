import { findAccount, findFactorsTaken, updateAccount } from "#db/queries/accounts.ts";
import { clearAccessEnd, findAccessEnd } from "#db/queries/identities.ts";
import { listUsedResets, updateInvitation } from "#db/queries/invitations.ts";
import type { AccountsApp } from "#server/accounts/context.ts";

/** Reference with which a notice about second factors is dismissed. There is at most one. */
const factorsNotice = "second-factor";

/** Reference of the notice that linking a provider ended all earlier access. */
const accessNotice = "access-ended";

/**
 * Lists the notices that an account's owner has not dismissed: its password was set by a link (with the link's maker and
 * the time), its second factors were removed, or linking a provider ended all earlier access.
 */
export async function listPasswordNotices(app: AccountsApp, accountId: string) {
  return app.store.read(async (db) => {
    const resets = await listUsedResets(db, { accountIds: [accountId], isUnnoticed: true });
    const taken = await findFactorsTaken(db, accountId);
    const maker = taken && (await findAccount(db, taken.by));
    const passwords = resets.map(({ tokenHash, makerName, madeAt, usedAt }) => ({
      ref: tokenHash,
      makerName,
      madeAt,
      usedAt,
    }));
    const endedAt = await findAccessEnd(db, accountId);
    const notice = (ref: string, madeAt: number) => ({
      ref,
      makerName: maker?.displayName ?? null,
      madeAt,
      usedAt: null,
    });
    return [
      ...(endedAt === undefined ? [] : [notice(accessNotice, endedAt)]),
      ...(taken === undefined ? [] : [notice(factorsNotice, taken.at)]),
      ...passwords,
    ];
  });
}

/** Dismisses one of the account's own notices. A notice of another account is left as it is. */
export async function dismissPasswordNotice(app: AccountsApp, accountId: string, ref: string): Promise<void> {
  await app.store.tx((tx) => {
    if (ref === accessNotice) return clearAccessEnd(tx, accountId);
    if (ref === factorsNotice)
      return updateAccount(tx, accountId, { factorsTakenAt: null, factorsTakenBy: null });
    return updateInvitation(tx, { accountId, tokenHash: ref }, { noticedAt: app.now() });
  });
}
