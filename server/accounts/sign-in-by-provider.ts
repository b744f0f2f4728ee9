import { findCredentials, lockCredentials } from "#db/queries/accounts.ts";
import { findIdentity, insertIdentity } from "#db/queries/identities.ts";
import type { Tx } from "#db/store/store.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { emailSchema } from "#server/schemas/accounts.ts";
import type { AccountsApp } from "./context.ts";
import { prepareSession } from "./sessions.ts";

/** The provider's claims about a user. */
export type Claims = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
};

/** Why a sign-in by the provider failed here, for the sign-in page. */
export type ProviderRefusal = "no-account" | "email-not-verified" | "linked-to-another" | "account-suspended";

/**
 * Signs in the user named by a provider. Issuer and subject identify the account here. At the first sign-in the e-mail
 * address does, if the provider has verified it and an account has it. No account is made, and roles do not change. The
 * session needs a second factor as after a password.
 */
export async function signInByProvider(
  app: AccountsApp,
  claims: Claims,
  { network, userAgent }: { network: string; userAgent: string },
): Promise<{ sessionId: string } | { refused: ProviderRefusal }> {
  return app.store.tx(async (tx) => {
    const found = await accountOf(app, tx, claims);
    if ("refused" in found) return found;
    const { accountId, isNew } = found;
    const account = await lockCredentials(tx, accountId);
    const event = { actorId: null, accountId, network };
    if (account === undefined || account.suspendedAt !== null) {
      await recordSecurity(app, tx, { kind: "sign-in.failed", ...event });
      return { refused: "account-suspended" };
    }
    const session = prepareSession(app, accountId, userAgent, { issuer: claims.issuer });
    await session.insert(tx);
    if (isNew) await recordSecurity(app, tx, { kind: "identity.linked", ...event, actorId: accountId });
    await recordSecurity(app, tx, { kind: "sign-in.succeeded", ...event, actorId: accountId });
    return { sessionId: session.sessionId };
  });
}

type Found = { accountId: string; isNew: boolean } | { refused: ProviderRefusal };

async function accountOf(app: AccountsApp, tx: Tx, { issuer, subject, ...said }: Claims): Promise<Found> {
  const known = await findIdentity(tx, { issuer, subject });
  if (known !== undefined) return { accountId: known, isNew: false };
  // Anyone can write any address into a profile that is not verified.
  if (!said.isEmailVerified) return { refused: "email-not-verified" };
  const email = emailSchema.safeParse(said.email).data;
  const account = email === undefined ? undefined : await findCredentials(tx, email);
  if (account === undefined) return { refused: "no-account" };
  // Stryker disable next-line BooleanLiteral: a suspended account is refused before this is read
  if (account.suspendedAt !== null) return { accountId: account.id, isNew: false };
  const row = { issuer, subject, accountId: account.id, createdAt: app.now() };
  // The address has passed to another person at the provider, who is not the account's owner here.
  if (!(await insertIdentity(tx, row))) return { refused: "linked-to-another" };
  return { accountId: account.id, isNew: true };
}
