import { findPasswordHash, replacePasswordHash, setPasswordHash } from "#db/queries/accounts.ts";
import { setAcceptedBy, takeInvitation } from "#db/queries/invitations.ts";
import { revokeSessionsOf } from "#db/queries/sessions.ts";
import { DomainError } from "#server/errors.ts";
import type { AccountsApp } from "#server/services/accounts/context.ts";
import { hashPassword, isRightPassword } from "#server/services/accounts/passwords.ts";
import type { CurrentSession } from "#server/services/accounts/sessions.ts";
import { signInThrottle } from "#server/services/accounts/throttle.ts";
import { hashToken } from "#server/services/accounts/tokens.ts";
import { invitationInvalid, requireOpenLink } from "./accept-invitation.ts";

/** Ends every other session of the account: whoever knew the old password is out. */
export async function changePassword(
  app: AccountsApp,
  { ref, account }: CurrentSession,
  { present, next, network }: { present: string; next: string; network: string },
  throttle = signInThrottle(),
): Promise<void> {
  const succeeded = throttle.begin(account.email, network, app.now());
  const from = await app.store.read((reader) => findPasswordHash(reader, account.id));
  if (from === undefined || !(await isRightPassword(from, present))) throw wrongPresent();
  succeeded();
  const to = await hashPassword(next);
  await app.store.tx(async (tx) => {
    if (!(await replacePasswordHash(tx, { accountId: account.id, from, to }))) throw wrongPresent();
    await revokeSessionsOf(tx, { accountId: account.id, except: ref, at: app.now() });
  });
}

/** By an administrator's one-time link; ends all sessions of the account. */
export async function resetPassword(
  app: AccountsApp,
  { token, password }: { token: string; password: string },
): Promise<{ email: string | null }> {
  const tokenHash = hashToken(token);
  const now = app.now();
  await app.store.read((db) => requireOpenLink(db, { tokenHash, purpose: "reset-password", now }));
  const passwordHash = await hashPassword(password);
  return app.store.tx(async (tx) => {
    const link = await takeInvitation(tx, tokenHash, now);
    if (link?.purpose !== "reset-password" || link.accountId === null) throw invitationInvalid();
    await setPasswordHash(tx, link.accountId, passwordHash);
    await revokeSessionsOf(tx, { accountId: link.accountId, except: null, at: now });
    await setAcceptedBy(tx, tokenHash, link.accountId);
    return { email: link.email };
  });
}

function wrongPresent(): DomainError {
  return new DomainError("wrong-credentials", "This is not your present password.", [
    { field: "present", message: "This is not your present password." },
  ]);
}
