import { findPasswordHash, replacePasswordHash, setPasswordHash } from "#db/queries/accounts.ts";
import { deleteDevicesOf } from "#db/queries/devices.ts";
import { revokeResetLinksOf, setAcceptedBy, takeInvitation } from "#db/queries/invitations.ts";
import { revokeSessionsOf } from "#db/queries/sessions.ts";
import { DomainError } from "#server/errors.ts";
import { beginAttempt } from "#server/services/accounts/attempts.ts";
import type { AccountsApp } from "#server/services/accounts/context.ts";
import { requireGoodPassword } from "#server/services/accounts/password-rules.ts";
import { hashPassword, isRightPassword } from "#server/services/accounts/passwords.ts";
import { type CurrentSession, renewSession } from "#server/services/accounts/sessions.ts";
import { hashToken } from "#server/services/accounts/tokens.ts";
import { recordSecurity } from "#server/services/security-log/record.ts";
import { invitationInvalid, requireOpenLink } from "./accept-invitation.ts";

/**
 * Ends every other session of the account and its open reset links: whoever knew the old password is out.
 *
 * @returns the new id of this session, for the cookie
 */
export async function changePassword(
  app: AccountsApp,
  { ref, account }: CurrentSession,
  { present, next, network }: { present: string; next: string; network: string },
): Promise<{ sessionId: string }> {
  const attempt = { of: "present-password", account: account.id, network, device: null } as const;
  const succeeded = await beginAttempt(app, attempt);
  const from = await app.store.read((reader) => findPasswordHash(reader, account.id));
  if (from === undefined || !(await isRightPassword(from, present))) throw wrongPresent();
  await requireGoodPassword(next, { email: account.email, field: "next" });
  const to = await hashPassword(next);
  return app.store.tx(async (tx) => {
    const now = app.now();
    if (!(await replacePasswordHash(tx, { accountId: account.id, from, to }))) throw wrongPresent();
    await succeeded(tx);
    await revokeSessionsOf(tx, { accountId: account.id, except: ref, at: now });
    await revokeResetLinksOf(tx, account.id, now);
    const sessionId = await renewSession(tx, ref);
    const event = { kind: "password.changed", actorId: account.id, accountId: account.id, network } as const;
    await recordSecurity(app, tx, event);
    return { sessionId };
  });
}

/** By an administrator's one-time link; ends all sessions of the account, and forgets the devices it knew. */
export async function resetPassword(
  app: AccountsApp,
  { token, password }: { token: string; password: string },
): Promise<{ email: string | null }> {
  const tokenHash = hashToken(token);
  const now = app.now();
  const { email } = await app.store.read((db) =>
    requireOpenLink(db, { tokenHash, purpose: "reset-password", now }),
  );
  await requireGoodPassword(password, { email, field: "password" });
  const passwordHash = await hashPassword(password);
  return app.store.tx(async (tx) => {
    const link = await takeInvitation(tx, tokenHash, now);
    if (link?.purpose !== "reset-password" || link.accountId === null) throw invitationInvalid();
    await setPasswordHash(tx, link.accountId, passwordHash);
    await revokeSessionsOf(tx, { accountId: link.accountId, except: null, at: now });
    await revokeResetLinksOf(tx, link.accountId, now);
    await deleteDevicesOf(tx, link.accountId);
    await setAcceptedBy(tx, tokenHash, link.accountId);
    await recordSecurity(app, tx, { kind: "password.reset", actorId: null, accountId: link.accountId });
    return { email: link.email };
  });
}

function wrongPresent(): DomainError {
  return new DomainError("wrong-credentials", "This is not your present password.", [
    { field: "present", message: "This is not your present password." },
  ]);
}
