import { findAccount, findCredentials, updateAccount } from "#db/queries/accounts.ts";
import { revokeInvitations, updateInvitation } from "#db/queries/invitations.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { mailerOf } from "#server/accounts/messages/require-mailer.ts";
import { sendEmailNoticeInBackground } from "#server/accounts/messages/send-notice.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { DomainError } from "#server/errors.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { lockedAccount } from "./administration.ts";
import { deliverLink } from "./deliver-link.ts";
import { createEmailLink, type LinksApp } from "./invite.ts";
import { invitationInvalid, takeLink } from "./take-link.ts";

/**
 * Mails a link to the address that an owner wants for their account. Nothing else changes until the link is used. The
 * answer is the same for an address that another account has; that mail then holds a notice instead of a link.
 *
 * @throws DomainError "mail-off", "mail-failed", "mail-limit"; "bad-input" for the account's present address
 */
export async function requestEmailChange(
  app: LinksApp,
  account: { readonly id: string; readonly email: string },
  email: string,
): Promise<void> {
  mailerOf(app);
  if (email === account.email) throw onField("bad-input", t.emailSame());
  await deliverLink(app, await createEmailLink(app, account.id, email));
}

/**
 * Changes the address of an account by the link that was mailed to the new one, and notifies the earlier one. Only the
 * account itself can use the link: otherwise a stranger's account could get the address of a person who opens it.
 *
 * @throws DomainError "invitation-invalid"; "email-taken" if another account got the address meanwhile
 */
export async function confirmEmailChange(
  app: LinksApp,
  accountId: string,
  token: string,
): Promise<{ email: string }> {
  const tokenHash = hashToken(token);
  const at = app.now();
  const { from, to } = await app.store.tx(async (tx) => {
    const link = await takeLink(tx, { tokenHash, purpose: "change-email", now: at });
    const account = await findAccount(tx, accountId);
    if (link.accountId !== accountId || link.email === null || account === undefined) {
      throw invitationInvalid();
    }
    await updateInvitation(tx, { tokenHash }, { acceptedBy: accountId });
    await setEmail(app, tx, { by: accountId, accountId, email: link.email });
    return { from: account.email, to: link.email };
  });
  sendEmailNoticeInBackground(app, { from, to, at });
  return { email: to };
}

/**
 * Changes the address of an account on a server without mail, at the request of an administrator. The new address is
 * unproven.
 *
 * @throws DomainError "forbidden", also where mail is set up; "not-found", "email-taken"
 */
export async function changeEmail(
  app: LinksApp,
  by: string,
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  if (app.mailer !== null) throw new DomainError("forbidden", t.emailByOwner());
  await app.store.tx(async (tx) => {
    const account = await lockedAccount(tx, by, accountId);
    if (account.email !== email) await setEmail(app, tx, { by, accountId, email });
  });
}

/** Sets an address. Open links for the account, which name the earlier one, stop working. */
async function setEmail(
  app: LinksApp,
  tx: Tx,
  { by, accountId, email }: { by: string; accountId: string; email: string },
): Promise<void> {
  if ((await findCredentials(tx, email)) !== undefined) throw onField("email-taken", t.emailOfOther());
  await updateAccount(tx, accountId, { email });
  await revokeInvitations(tx, { accountId }, app.now());
  await recordSecurity(app, tx, { kind: "account.email-changed", actorId: by, accountId });
}

function onField(code: "bad-input" | "email-taken", message: string): DomainError {
  return new DomainError(code, message, [{ field: "email", message }]);
}
