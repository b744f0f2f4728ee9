import { findToken, touchToken } from "#db/queries/programs.ts";
import { limits } from "#server/accounts/account-limits.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { mustHaveFactor } from "#server/accounts/factor-rule.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import type { ApiToken, CurrentSession } from "#server/accounts/sessions.ts";
import { DomainError } from "#server/errors.ts";
import { scopesIn } from "./personal-tokens.ts";

/**
 * Finds the account that an API token acts for. Looked up on every call, so revoking the token or suspending the
 * account acts at once. The result is like a session of the token's owner, limited by the token's scopes, that can
 * never be confirmed.
 *
 * @throws DomainError "token-unknown", "token-expired"
 */
export async function findProgram(
  app: AccountsApp,
  token: string,
): Promise<CurrentSession & { readonly token: ApiToken }> {
  const now = app.now();
  const row = await app.store.read((db) => findToken(db, hashToken(token)));
  // An account that may not sign in with a password alone may not use a token either.
  if (row === undefined || (row.factorCount === 0 && mustHaveFactor(row))) {
    throw new DomainError(
      "token-unknown",
      "This token is unknown, or it was ended. Make a new one on the page of your account.",
    );
  }
  if (row.expiresAt <= now) {
    const day = new Date(row.expiresAt).toISOString().slice(0, 10);
    throw new DomainError(
      "token-expired",
      `This token ran out on ${day}. Make a new one on the page of your account.`,
    );
  }
  if (row.lastUsedAt === null || row.lastUsedAt + limits.sessionTouch < now) {
    await app.store.tx((tx) => touchToken(tx, row.id, now));
  }
  const { id: tokenId, studyId, accountId, email, displayName, platformRole } = row;
  return {
    ref: `token ${tokenId}`,
    account: { id: accountId, email, displayName, platformRole },
    confirmedAt: 0,
    issuer: null,
    token: { id: tokenId, studyId, scopes: scopesIn(row.scope) },
  };
}
