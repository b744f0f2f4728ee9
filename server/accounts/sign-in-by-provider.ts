import { findCredentials, lockCredentials } from "#db/queries/accounts.ts";
import { findIdentity, insertIdentity } from "#db/queries/identities.ts";
import type { Tx } from "#db/store/store.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { emailSchema } from "#server/schemas/accounts.ts";
import type { AccountsApp } from "./context.ts";
import { prepareSession } from "./sessions.ts";

/** What a provider says of whoever stands before it. */
export type Claims = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
};

/** Why it did not let somebody in here, for the sign-in page. */
export type ProviderRefusal = "no-account" | "email-not-verified" | "linked-to-another" | "account-suspended";

/**
 * Signs in whoever the provider says it is. Who that is here follows from issuer and subject; the first time from the
 * e-mail address, if the provider has verified it and an account has it. No account is made, and roles stay what they are
 * here. The session owes a second factor as it does after a password.
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
  // Anybody can write any address into a profile that nobody checks.
  if (!said.isEmailVerified) return { refused: "email-not-verified" };
  const email = emailSchema.safeParse(said.email).data;
  const account = email === undefined ? undefined : await findCredentials(tx, email);
  if (account === undefined) return { refused: "no-account" };
  // Stryker disable next-line BooleanLiteral: a suspended account is refused before this is read
  if (account.suspendedAt !== null) return { accountId: account.id, isNew: false };
  const row = { issuer, subject, accountId: account.id, createdAt: app.now() };
  // The address has passed to another person at the provider, who is not the one known here.
  if (!(await insertIdentity(tx, row))) return { refused: "linked-to-another" };
  return { accountId: account.id, isNew: true };
}
