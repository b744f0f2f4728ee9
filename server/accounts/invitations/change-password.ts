import { findPasswordHash, replacePasswordHash, updateAccount } from "#db/queries/accounts.ts";
import { listUsedResets, updateInvitation } from "#db/queries/invitations.ts";
import * as t from "#messages/refusals.ts";
import { beginAttempt } from "#server/accounts/attempts.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { findKnownDevice, rememberDevice } from "#server/accounts/devices.ts";
import { endAccountAccess } from "#server/accounts/end-account-access.ts";
import { sendResetNoticeInBackground } from "#server/accounts/messages/send-notice.ts";
import { requireGoodPassword } from "#server/accounts/password-rules.ts";
import { hashPassword, isRightPassword, requireRoomToCompare } from "#server/accounts/passwords.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { type CurrentSession, renewSession } from "#server/accounts/sessions.ts";
import { DomainError } from "#server/errors.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { hideOpenVerdicts } from "#server/studies/hide-verdicts.ts";
import type { LinksApp } from "./invite.ts";
import { invitationInvalid, requireOpenLink, takeLink } from "./take-link.ts";

/**
 * Changes a user's own password. Ends every other session of the account, its tokens and its open reset links, and
 * forgets every other device, so that a person who knew the old password loses access.
 *
 * @param device the content of this browser's cookie, if any
 * @returns the new id of this session, for the cookie
 */
export async function changePassword(
  app: AccountsApp,
  { ref, account }: CurrentSession,
  {
    present,
    next,
    network,
    device,
  }: { present: string; next: string; network: string; device?: string | undefined },
): Promise<{ sessionId: string }> {
  requireRoomToCompare();
  const attempt = { of: "present-password", account: account.id, network, device: null } as const;
  const succeeded = await beginAttempt(app, attempt);
  const from = await app.store.read((reader) => findPasswordHash(reader, account.id));
  if (from === undefined || !(await isRightPassword(from, present))) throw wrongPresent();
  await requireGoodPassword(next, { email: account.email, field: "next" });
  const to = await hashPassword(next);
  const isKnown = (await findKnownDevice(app, account.email, device)) !== null;
  return app.store.tx(async (tx) => {
    const now = app.now();
    if (!(await replacePasswordHash(tx, { accountId: account.id, from, to }))) throw wrongPresent();
    await succeeded(tx);
    await endAccountAccess(tx, account.id, { at: now, except: ref });
    if (isKnown && device !== undefined) await rememberDevice(app, tx, account.id, device);
    const sessionId = await renewSession(tx, ref);
    const event = { kind: "password.changed", actorId: account.id, accountId: account.id } as const;
    await recordSecurity(app, tx, event);
    return { sessionId };
  });
}

/**
 * Sets a password by an administrator's one-time link. Since another person may hold the link, it ends all sessions and
 * tokens of the account, forgets its known devices, hides its verdicts in open rounds and notifies its owner.
 */
export async function resetPassword(
  app: LinksApp,
  { token, password }: { token: string; password: string },
): Promise<{ email: string | null }> {
  const tokenHash = hashToken(token);
  const now = app.now();
  const { email } = await app.store.read((db) =>
    requireOpenLink(db, { tokenHash, purpose: "reset-password", now }),
  );
  await requireGoodPassword(password, { email, field: "password" });
  const passwordHash = await hashPassword(password);
  const reset = await app.store.tx(async (tx) => {
    const link = await takeLink(tx, { tokenHash, purpose: "reset-password", now });
    if (link.accountId === null) throw invitationInvalid();
    await updateAccount(tx, link.accountId, { passwordHash });
    await endAccountAccess(tx, link.accountId, { at: now });
    await updateInvitation(tx, { tokenHash }, { acceptedBy: link.accountId });
    await hideOpenVerdicts(tx, { accountId: link.accountId, now });
    const about = { actorId: link.invitedBy, accountId: link.accountId };
    await recordSecurity(app, tx, { kind: "password.reset", ...about });
    return (await listUsedResets(tx, { accountIds: [link.accountId] }))[0];
  });
  if (email !== null && reset !== undefined) {
    const { makerName, madeAt } = reset;
    sendResetNoticeInBackground(app, { email, makerName, madeAt, at: now });
  }
  return { email };
}

function wrongPresent(): DomainError {
  const message = t.wrongCurrentPassword();
  return new DomainError("wrong-credentials", message, [{ field: "present", message }]);
}
