import { findCredentials, updateAccount } from "#db/queries/accounts.ts";
import { insertInvitation } from "#db/queries/invitations.ts";
import { limits } from "#server/accounts/account-limits.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { endAccountAccess, removeFactors } from "#server/accounts/end-account-access.ts";
import { unknownPasswordHash } from "#server/accounts/passwords.ts";
import { newToken } from "#server/accounts/secret-tokens.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import type { NewLink } from "./invite.ts";

/**
 * Removes all second factors for a user who lost them and all recovery codes, at the request of the server's operator.
 * It removes the password too. Otherwise a person who knows it could sign in and set up a factor of their own. The link
 * sets a new password.
 *
 * @throws StartError if no account has this address, or the account is suspended
 */
export async function resetFactor(app: AccountsApp, email: string): Promise<NewLink> {
  const found = await app.store.read((db) => findCredentials(db, email));
  if (found === undefined) throw new StartError("No account has this e-mail address.");
  if (found.suspendedAt !== null) {
    throw new StartError("This account is suspended: an administrator has to let it in again first.");
  }
  const accountId = found.id;
  const { token, tokenHash } = newToken();
  const now = app.now();
  const expiresAt = now + limits.resetLife;
  await app.store.tx(async (tx) => {
    await updateAccount(tx, accountId, { passwordHash: unknownPasswordHash() });
    await removeFactors(tx, accountId, now);
    await endAccountAccess(tx, accountId, { at: now });
    await insertInvitation(tx, {
      tokenHash,
      purpose: "reset-password",
      role: null,
      studyId: null,
      accountId,
      email,
      // Stryker disable next-line BooleanLiteral: only links into a study use this
      isMailed: false,
      invitedBy: null,
      createdAt: now,
      expiresAt,
    });
    await recordSecurity(app, tx, { kind: "factor.reset", actorId: null, accountId });
  });
  return { token, expiresAt };
}
