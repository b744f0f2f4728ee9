import { findAccount, findFactorsTaken, setFactorsTaken } from "#db/queries/accounts.ts";
import { listUsedResets, setNoticed } from "#db/queries/invitations.ts";
import type { AccountsApp } from "#server/accounts/context.ts";

/** How a notice about second factors is put away: there is one at most. */
const factorsNotice = "second-factor";

/**
 * What the owner of an account is told until it was read: its password was set by a link, whose and when, or its second factors
 * were taken away.
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
    if (taken === undefined) return passwords;
    const makerName = maker?.displayName ?? null;
    return [{ ref: factorsNotice, makerName, madeAt: taken.at, usedAt: null }, ...passwords];
  });
}

/** Puts one of the own notices away; another's is left as it is. */
export async function dismissPasswordNotice(app: AccountsApp, accountId: string, ref: string): Promise<void> {
  await app.store.tx((tx) =>
    ref === factorsNotice
      ? setFactorsTaken(tx, accountId, null)
      : setNoticed(tx, { accountId, tokenHash: ref, at: app.now() }),
  );
}
