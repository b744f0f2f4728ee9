import { findCredentials, lockAccount, updateAccount } from "#db/queries/accounts.ts";
import { findIdentity, insertIdentity } from "#db/queries/identities.ts";
import { listTakenLinks, revokeInvitations } from "#db/queries/invitations.ts";
import type { Tx } from "#db/store/store.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { endAccountAccess, removeFactors } from "#server/accounts/end-account-access.ts";
import { type AccessEnd, sendAccessNoticesInBackground } from "#server/accounts/messages/send-notice.ts";
import { unknownPasswordHash } from "#server/accounts/passwords.ts";
import { prepareSession } from "#server/accounts/sessions.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { emailSchema } from "#server/schemas/accounts.ts";
import { hideOpenVerdicts } from "#server/studies/hide-verdicts.ts";
import type { LinksApp } from "./invite.ts";

/** The provider's claims about a user. */
export type Claims = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  /** When the user last proved their identity to the provider, in milliseconds; null: the provider does not say. */
  readonly authenticatedAt: number | null;
};

/** Why a sign-in by the provider failed here, for the sign-in page. */
export type ProviderRefusal = "no-account" | "email-not-verified" | "linked-to-another" | "account-suspended";

/**
 * Signs in the user named by a provider. Issuer and subject identify the account here. At the first sign-in the e-mail
 * address does, if the provider has verified it and an account has it. No account is made, and roles do not change. The
 * session needs a second factor as after a password.
 *
 * If no mailed link has proven the address here, another person may have made the account. The first sign-in then ends
 * all earlier access to it.
 */
export async function signInByProvider(
  app: LinksApp,
  claims: Claims,
  userAgent: string,
): Promise<{ sessionId: string } | { refused: ProviderRefusal }> {
  const result = await app.store.tx(async (tx) => {
    const found = await accountOf(app, tx, claims);
    if ("refused" in found) return found;
    const { accountId, linked } = found;
    const account = await lockAccount(tx, accountId);
    const event = { actorId: null, accountId };
    // Stryker disable next-line OptionalChaining: an account's row stays for good
    if (account?.suspendedAt !== null) {
      await recordSecurity(app, tx, { kind: "sign-in.failed", ...event });
      return { refused: "account-suspended" as const };
    }
    if (linked?.isProven === false) await endEarlierAccess(app, tx, accountId);
    const session = prepareSession(app, accountId, userAgent, {
      issuer: claims.issuer,
      confirmedAt: Math.min(claims.authenticatedAt ?? 0, app.now()),
    });
    await session.insert(tx);
    if (linked !== null) {
      const detail = { ended: !linked.isProven };
      await recordSecurity(app, tx, { kind: "identity.linked", ...event, actorId: accountId, detail });
    }
    await recordSecurity(app, tx, { kind: "sign-in.succeeded", ...event, actorId: accountId });
    return { sessionId: session.sessionId, linked };
  });
  if ("refused" in result) return result;
  if (result.linked?.isProven === false) sendAccessNoticesInBackground(app, result.linked);
  return { sessionId: result.sessionId };
}

type Linked = AccessEnd & {
  /** Whether the account took a link that was only mailed to its present address. */
  readonly isProven: boolean;
};

/** `linked` is null for an account that was linked before. */
type Found = { accountId: string; linked: Linked | null } | { refused: ProviderRefusal };

async function accountOf(app: AccountsApp, tx: Tx, { issuer, subject, ...said }: Claims): Promise<Found> {
  const known = await findIdentity(tx, { issuer, subject });
  if (known !== undefined) return { accountId: known, linked: null };
  // Anyone can write any address into a profile that is not verified.
  if (!said.isEmailVerified) return { refused: "email-not-verified" };
  const email = emailSchema.safeParse(said.email).data;
  const account = email === undefined ? undefined : await findCredentials(tx, email);
  if (account === undefined || email === undefined) return { refused: "no-account" };
  // Stryker disable next-line ObjectLiteral: a suspended account is refused before this is read
  if (account.suspendedAt !== null) return { accountId: account.id, linked: null };
  const at = app.now();
  const links = await listTakenLinks(tx, account.id);
  const isProven = links.some((link) => link.isMailed && link.email === email);
  const accessEndedAt = isProven ? null : at;
  const row = { issuer, subject, accountId: account.id, createdAt: at, accessEndedAt };
  // The address has passed to another person at the provider, who is not the account's owner here.
  if (!(await insertIdentity(tx, row))) return { refused: "linked-to-another" };
  const makers = links.flatMap(({ makerEmail }) => makerEmail ?? []);
  return { accountId: account.id, linked: { email, makers, at, isProven } };
}

/**
 * Ends all access to an account that another person may have made for this address: its password, second factors,
 * sessions, tokens, devices, and the links that it made. Its verdicts in open rounds are hidden.
 */
async function endEarlierAccess(app: AccountsApp, tx: Tx, accountId: string): Promise<void> {
  const at = app.now();
  await updateAccount(tx, accountId, { passwordHash: unknownPasswordHash() });
  await removeFactors(tx, accountId, at);
  await endAccountAccess(tx, accountId, { at });
  await revokeInvitations(tx, { invitedBy: accountId }, at);
  await hideOpenVerdicts(tx, { accountId, now: at });
}
