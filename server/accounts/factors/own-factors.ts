import { lockAccount } from "#db/queries/accounts.ts";
import {
  countRecoveryCodes,
  deleteFactor,
  listFactors,
  replaceRecoveryCodes,
  updateFactor,
} from "#db/queries/factors.ts";
import * as t from "#messages/refusals.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { isDemoPerson, mustHaveFactor } from "#server/accounts/factor-rule.ts";
import { DomainError } from "#server/errors.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import type { Holder, Owner } from "./holder.ts";

/** Reads the ways in which a user can prove their identity, for the confirmation page. */
export async function readWays(app: AccountsApp, { account }: Holder) {
  const { factors, recoveryCodeCount } = await readFactors(app, { account });
  return {
    passkey: factors.some(({ kind }) => kind === "passkey"),
    authenticator: factors.some(({ kind }) => kind === "authenticator"),
    recoveryCode: recoveryCodeCount > 0,
    password: factors.length === 0,
  };
}

export async function readFactors(app: AccountsApp, { account }: Owner) {
  return app.store.read(async (db) => ({
    factors: await listFactors(db, account.id),
    recoveryCodeCount: await countRecoveryCodes(db, account.id),
    isRequired: mustHaveFactor(account),
    isDemo: isDemoPerson(account.email),
  }));
}

export async function renameFactor(
  app: AccountsApp,
  accountId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  if (!(await app.store.tx((tx) => updateFactor(tx, { accountId, id }, { name })))) throw notFound();
}

/** Removes a second factor. @throws DomainError "role-conflict" for the last one of an account that must have one */
export async function removeFactor(app: AccountsApp, { account }: Owner, id: string): Promise<void> {
  await app.store.tx(async (tx) => {
    await lockAccount(tx, account.id);
    const kind = await deleteFactor(tx, { accountId: account.id, id });
    if (kind === undefined) throw notFound();
    const isLast = (await listFactors(tx, account.id)).length === 0;
    if (isLast && mustHaveFactor(account)) {
      throw new DomainError("role-conflict", t.lastFactor());
    }
    const at = app.now();
    if (isLast) await replaceRecoveryCodes(tx, { accountId: account.id, codeHashes: [], at });
    const event = { actorId: account.id, accountId: account.id };
    await recordSecurity(app, tx, { kind: "factor.removed", ...event, detail: { factor: kind } });
  });
}

function notFound(): DomainError {
  return new DomainError("not-found", t.factorUnknown());
}
