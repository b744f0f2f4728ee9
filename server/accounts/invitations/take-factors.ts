import { updateAccount } from "#db/queries/accounts.ts";
import { listFactors } from "#db/queries/factors.ts";
import * as t from "#messages/refusals.ts";
import { endAccountAccess, removeFactors } from "#server/accounts/end-account-access.ts";
import { sendFactorsNoticeInBackground } from "#server/accounts/messages/send-notice.ts";
import { DomainError } from "#server/errors.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { hideOpenVerdicts } from "#server/studies/hide-verdicts.ts";
import { lockedAccount } from "./administration.ts";
import type { LinksApp } from "./invite.ts";

/**
 * Removes second factors and recovery codes for a user who lost them all. The password alone then leads to a sign-in,
 * where a new factor is set up if the rule requires one. Another person may have made the request, so the effects equal
 * those of a new password: sessions, tokens and open links end, devices are forgotten, verdicts in open rounds are
 * hidden, and the owner is notified. Without a second factor nothing changes.
 *
 * @throws DomainError "role-conflict" for one's own; "forbidden", "not-found"
 */
export async function takeFactors(
  app: LinksApp,
  by: { readonly id: string; readonly displayName: string },
  accountId: string,
): Promise<void> {
  if (by.id === accountId) {
    throw new DomainError("role-conflict", t.ownFactors());
  }
  const at = app.now();
  const email = await app.store.tx(async (tx) => {
    const account = await lockedAccount(tx, by.id, accountId);
    if ((await listFactors(tx, accountId)).length === 0) return null;
    await removeFactors(tx, accountId, at);
    await endAccountAccess(tx, accountId, { at });
    await updateAccount(tx, accountId, { factorsTakenAt: at, factorsTakenBy: by.id });
    await hideOpenVerdicts(tx, { accountId, now: at });
    await recordSecurity(app, tx, { kind: "factor.taken", actorId: by.id, accountId });
    return account.email;
  });
  if (email !== null) sendFactorsNoticeInBackground(app, { email, makerName: by.displayName, at });
}
