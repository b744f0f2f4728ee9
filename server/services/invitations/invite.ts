import { findAccount, lockAdministrators } from "#db/queries/accounts.ts";
import {
  insertInvitation,
  listOpenInvitations,
  revokeInvitation,
  revokeResetLinksOf,
  revokeServerInvitations,
} from "#db/queries/invitations.ts";
import { DomainError } from "#server/errors.ts";
import type { AccountsApp } from "#server/services/accounts/context.ts";
import { limits } from "#server/services/accounts/limits.ts";
import { newToken } from "#server/services/accounts/tokens.ts";

type Invitation = {
  readonly email: string;
  readonly role: "administrator" | "operator" | "auditor" | "researcher";
  /** null: a role on the whole platform (administrator, operator). */
  readonly studyId: string | null;
};

/** A link that is shown once; only its hash is stored. */
export type NewLink = { readonly token: string; readonly expiresAt: number };

/** The caller has checked that `invitedBy` may give this role. */
export async function invite(app: AccountsApp, invitedBy: string, invitation: Invitation): Promise<NewLink> {
  const { token, tokenHash } = newToken();
  const times = lifeFrom(app.now());
  await app.store.tx((tx) =>
    insertInvitation(tx, { tokenHash, purpose: "join", accountId: null, invitedBy, ...invitation, ...times }),
  );
  return { token, expiresAt: times.expiresAt };
}

/** A new link for somebody who forgot the password; the older ones stop working. */
export async function createResetLink(
  app: AccountsApp,
  invitedBy: string,
  accountId: string,
): Promise<NewLink> {
  const { token, tokenHash } = newToken();
  const times = lifeFrom(app.now(), limits.resetLife);
  await app.store.tx(async (tx) => {
    const account = await findAccount(tx, accountId);
    if (account === undefined) throw new DomainError("not-found", "There is no such account.");
    await revokeResetLinksOf(tx, accountId, times.createdAt);
    await insertInvitation(tx, {
      tokenHash,
      purpose: "reset-password",
      role: null,
      studyId: null,
      accountId,
      email: account.email,
      invitedBy,
      ...times,
    });
  });
  return { token, expiresAt: times.expiresAt };
}

/**
 * The way in for the first person: a new link at each start until somebody can administer the server, as nobody can who
 * shut the demonstration's accounts out.
 *
 * @returns null if somebody can
 */
export async function issueFirstAdministratorToken(app: AccountsApp): Promise<string | null> {
  const { token, tokenHash } = newToken();
  const times = lifeFrom(app.now());
  return app.store.tx(async (tx) => {
    if ((await lockAdministrators(tx)).length > 0) return null;
    await revokeServerInvitations(tx, times.createdAt);
    await insertInvitation(tx, {
      tokenHash,
      purpose: "join",
      role: "administrator",
      studyId: null,
      accountId: null,
      email: null,
      invitedBy: null,
      ...times,
    });
    return token;
  });
}

export async function listInvitations(app: AccountsApp, studyId?: string) {
  const filter = studyId === undefined ? { now: app.now() } : { now: app.now(), studyId };
  const rows = await app.store.read((reader) => listOpenInvitations(reader, filter));
  return rows.map(({ tokenHash, ...row }) => ({ ref: tokenHash, ...row }));
}

export async function withdrawInvitation(app: AccountsApp, ref: string): Promise<void> {
  const isWithdrawn = await app.store.tx((tx) => revokeInvitation(tx, ref, app.now()));
  if (!isWithdrawn) {
    throw new DomainError(
      "invitation-invalid",
      "This invitation was used, withdrawn or has run out already.",
    );
  }
}

function lifeFrom(createdAt: number, life: number = limits.invitationLife) {
  return { createdAt, expiresAt: createdAt + life };
}
