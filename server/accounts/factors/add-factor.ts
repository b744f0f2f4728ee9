import { lockAccount } from "#db/queries/accounts.ts";
import { deleteDevicesOf } from "#db/queries/devices.ts";
import { countRecoveryCodes, insertFactor, listFactors } from "#db/queries/factors.ts";
import { updateSession } from "#db/queries/sessions.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { renewSession } from "#server/accounts/sessions.ts";
import { DomainError } from "#server/errors.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import type { Holder } from "./holder.ts";
import { newCodes, saveCodes } from "./recovery-codes.ts";

/**
 * A second factor that was added. The recovery codes are shown only now; null if the account has unused ones.
 * `sessionId` is the session's new id for the cookie, if it changed.
 */
export type NewFactor = {
  readonly recoveryCodes: readonly string[] | null;
  readonly sessionId: string | null;
};

type FactorRow = Pick<Tx["t"]["factor"]["$inferInsert"], "kind" | "name" | "counter"> &
  Partial<Pick<Tx["t"]["factor"]["$inferInsert"], "credentialId" | "publicKey" | "secret">>;

const AT_MOST = 10;

/** Adds a second factor. Its holder has just proved to have it, so the session counts as confirmed with it. */
export async function addFactor(app: AccountsApp, holder: Holder, row: FactorRow): Promise<NewFactor> {
  const { ref, account, isWaiting } = holder;
  const id = app.newId();
  const codes = newCodes();
  return app.store.tx(async (tx) => {
    const at = app.now();
    await lockAccount(tx, account.id);
    const before = await listFactors(tx, account.id);
    // An account that has a factor must use that one first.
    if (isWaiting && before.length > 0) throw new DomainError("not-signed-in", t.signInFirst());
    if (before.length >= AT_MOST) {
      throw new DomainError("role-conflict", t.tooManyFactors({ count: AT_MOST }));
    }
    if (!(await insertFactor(tx, { ...row, id, accountId: account.id, createdAt: at, lastUsedAt: at }))) {
      throw new DomainError("role-conflict", t.passkeyKnown());
    }
    // These devices were remembered after a password alone, which is no longer enough.
    if (before.length === 0) await deleteDevicesOf(tx, { accountId: account.id });
    const event = { actorId: account.id, accountId: account.id };
    await recordSecurity(app, tx, { kind: "factor.added", ...event, detail: { factor: row.kind } });
    const hasCodes = (await countRecoveryCodes(tx, account.id)) > 0;
    if (!hasCodes) await saveCodes(app, tx, holder, codes);
    await updateSession(tx, ref, { confirmedAt: at, factorAt: at });
    return {
      recoveryCodes: hasCodes ? null : codes,
      sessionId: isWaiting ? await renewSession(tx, ref) : null,
    };
  });
}
