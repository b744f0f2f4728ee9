import { findPasswordHash, replacePasswordHash, setPasswordHash } from "#db/queries/accounts.ts";
import { listUsedResets, setAcceptedBy } from "#db/queries/invitations.ts";
import { revokeSessionsOf } from "#db/queries/sessions.ts";
import { DomainError } from "#server/errors.ts";
import type { AccountsApp } from "#server/services/accounts/context.ts";
import { hashPassword, isRightPassword } from "#server/services/accounts/passwords.ts";
import type { CurrentSession } from "#server/services/accounts/sessions.ts";
import { signInThrottle } from "#server/services/accounts/throttle.ts";
import { hashToken } from "#server/services/accounts/tokens.ts";
import { sendResetNoticeInBackground } from "#server/services/letters/send-reset-notice.ts";
import { recordSecurity } from "#server/services/security-log/record.ts";
import { hideOpenVerdicts } from "#server/services/studies/hide-verdicts.ts";
import type { LinksApp } from "./invite.ts";
import { invitationInvalid, requireOpenLink, takeLink } from "./take-link.ts";

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

/**
 * By an administrator's one-time link. Ends all sessions of the account, hides what it judged in open rounds, and tells its
 * owner: whoever holds the link may be somebody else.
 */
export async function resetPassword(
  app: LinksApp,
  { token, password }: { token: string; password: string },
): Promise<{ email: string | null }> {
  const tokenHash = hashToken(token);
  const now = app.now();
  await app.store.read((db) => requireOpenLink(db, { tokenHash, purpose: "reset-password", now }));
  const passwordHash = await hashPassword(password);
  const { email, reset } = await app.store.tx(async (tx) => {
    const link = await takeLink(tx, { tokenHash, purpose: "reset-password", now });
    if (link.accountId === null) throw invitationInvalid();
    await setPasswordHash(tx, link.accountId, passwordHash);
    await revokeSessionsOf(tx, { accountId: link.accountId, except: null, at: now });
    await setAcceptedBy(tx, tokenHash, link.accountId);
    await hideOpenVerdicts(tx, { accountId: link.accountId, now });
    const about = { actorId: link.invitedBy, accountId: link.accountId };
    await recordSecurity(app, tx, { kind: "password.reset", ...about });
    const [used] = await listUsedResets(tx, { accountId: link.accountId });
    return { email: link.email, reset: used };
  });
  if (email !== null && reset !== undefined) {
    const { makerName, madeAt } = reset;
    sendResetNoticeInBackground(app, { email, makerName: makerName ?? "the server", madeAt, at: now });
  }
  return { email };
}

function wrongPresent(): DomainError {
  return new DomainError("wrong-credentials", "This is not your present password.", [
    { field: "present", message: "This is not your present password." },
  ]);
}
