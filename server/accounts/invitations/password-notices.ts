import { findAccount, findFactorsTaken, setFactorsTaken } from "#db/queries/accounts.ts";
import { listUsedResets, setNoticed } from "#db/queries/invitations.ts";
import type { AccountsApp } from "#server/accounts/context.ts";

/** Reference with which a notice about second factors is dismissed. There is at most one. */
const factorsNotice = "second-factor";

/**
 * Lists the notices that an account's owner has not dismissed: its password was set by a link (with the link's maker and
 * the time), or its second factors were removed.
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

/** Dismisses one of the account's own notices. A notice of another account is left as it is. */
export async function dismissPasswordNotice(app: AccountsApp, accountId: string, ref: string): Promise<void> {
  await app.store.tx((tx) =>
    ref === factorsNotice
      ? setFactorsTaken(tx, accountId, null)
      : setNoticed(tx, { accountId, tokenHash: ref, at: app.now() }),
  );
}
