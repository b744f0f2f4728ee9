import { findAccount, lockAdministrators } from "#db/queries/accounts.ts";
import {
  findInvitation,
  insertInvitation,
  listOpenInvitations,
  revokeInvitations,
} from "#db/queries/invitations.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { limits } from "#server/accounts/account-limits.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import type { StudyRole } from "#server/accounts/memberships.ts";
import { countMails } from "#server/accounts/messages/mail-rate.ts";
import { newToken } from "#server/accounts/secret-tokens.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";

/** The parts of the application that making links needs. */
export type LinksApp = AccountsApp & Pick<App, "mailer">;

type Invitation = {
  readonly email: string;
  readonly role: "administrator" | StudyRole;
  /** The study; null for a role on the whole platform (administrator, operator). */
  readonly studyId: string | null;
};

/** A new link. Only its hash is stored. Pass it to {@link deliverLink} and to nothing else. */
export type NewLink = { readonly token: string; readonly expiresAt: number };

/**
 * Makes an invitation. Earlier links to the same role for the same address stop working. The caller has checked that
 * `invitedBy` may give this role.
 * @throws DomainError "mail-limit"
 */
export function invite(app: LinksApp, invitedBy: string, invitation: Invitation): Promise<NewLink> {
  const made = lifeFrom(app.now());
  return makeLink(app, { invitedBy, ...made }, async (tx) => {
    const { email, role, studyId } = invitation;
    await revokeInvitations(tx, { email, role, studyId }, made.createdAt);
    return { purpose: "join", accountId: null, email, role, studyId };
  });
}

/**
 * Makes a new link for a user who forgot their password. The earlier links stop working.
 * @throws DomainError "not-found", "mail-limit"
 */
export function createResetLink(app: LinksApp, invitedBy: string, accountId: string): Promise<NewLink> {
  const made = lifeFrom(app.now(), limits.resetLife);
  return makeLink(app, { invitedBy, ...made }, async (tx) => {
    const account = await findAccount(tx, accountId);
    if (account === undefined) throw new DomainError("not-found", t.accountUnknown());
    await revokeInvitations(tx, { accountId }, made.createdAt);
    return { purpose: "reset-password", role: null, studyId: null, accountId, email: account.email };
  });
}

/**
 * Makes a link that confirms a new address of an account, for its owner. Earlier links for the account stop working.
 * @throws DomainError "mail-limit"
 */
export function createEmailLink(app: LinksApp, accountId: string, email: string): Promise<NewLink> {
  const made = lifeFrom(app.now(), limits.resetLife);
  return makeLink(app, { invitedBy: accountId, ...made }, async (tx) => {
    await revokeInvitations(tx, { accountId }, made.createdAt);
    return { purpose: "change-email", role: null, studyId: null, accountId, email };
  });
}

type NewInvitation = Pick<
  Parameters<typeof insertInvitation>[1],
  "purpose" | "role" | "studyId" | "accountId" | "email"
>;

async function makeLink(
  app: LinksApp,
  { invitedBy, createdAt, expiresAt }: { invitedBy: string; createdAt: number; expiresAt: number },
  want: (tx: Tx) => Promise<NewInvitation>,
): Promise<NewLink> {
  const { token, tokenHash } = newToken();
  await app.store.tx(async (tx) => {
    const wanted = await want(tx);
    const isMailed = app.mailer !== null;
    if (isMailed) await countMails(tx, { accountId: invitedBy, count: 1, now: createdAt });
    await insertInvitation(tx, { tokenHash, ...wanted, isMailed, invitedBy, createdAt, expiresAt });
    const { purpose, role = null, accountId = null, studyId } = wanted;
    const about = { actorId: invitedBy, accountId, studyId: studyId ?? undefined };
    await recordSecurity(app, tx, { kind: "link.made", ...about, detail: { purpose, role } });
  });
  return { token, expiresAt };
}

/**
 * Makes the invitation of the first administrator: a new link at each start until an account can administer the server.
 * Suspending the demonstration's accounts can lead back to that state.
 *
 * @returns null if an account can administer the server
 */
export async function issueFirstAdministratorToken(app: AccountsApp): Promise<string | null> {
  const { token, tokenHash } = newToken();
  const times = lifeFrom(app.now());
  return app.store.tx(async (tx) => {
    if ((await lockAdministrators(tx)).length > 0) return null;
    await revokeInvitations(tx, { invitedBy: null }, times.createdAt);
    await insertInvitation(tx, {
      tokenHash,
      purpose: "join",
      role: "administrator",
      studyId: null,
      accountId: null,
      email: null,
      // Stryker disable next-line BooleanLiteral: only links into a study use this
      isMailed: false,
      invitedBy: null,
      ...times,
    });
    return token;
  });
}

const linksAPage = 50;

/**
 * Lists one page of the links that still work, newest first.
 *
 * @param after the last link of the previous page; the first page if there is no such link
 */
export async function listInvitations(app: AccountsApp, { after }: { after?: string | undefined } = {}) {
  const rows = await app.store.read(async (db) => {
    const last = after === undefined ? undefined : await findInvitation(db, after);
    return listOpenInvitations(db, {
      now: app.now(),
      after: last && after ? { createdAt: last.createdAt, tokenHash: after } : undefined,
      limit: linksAPage + 1,
    });
  });
  const links = rows.slice(0, linksAPage).map(withRef);
  /** `next` is the cursor of the next page; null on the last page. */
  return { links, next: rows.length > linksAPage ? (links.at(-1)?.ref ?? null) : null };
}

/** Lists all links of a study that still work: at most those that its operators made within a week. */
export async function listStudyInvitations(app: AccountsApp, studyId: string) {
  const rows = await app.store.read((db) => listOpenInvitations(db, { now: app.now(), studyId }));
  return rows.map(withRef);
}

function withRef({ tokenHash, ...row }: Awaited<ReturnType<typeof listOpenInvitations>>[number]) {
  return { ref: tokenHash, ...row };
}

export async function withdrawInvitation(app: AccountsApp, ref: string): Promise<void> {
  const isWithdrawn = await app.store.tx((tx) => revokeInvitations(tx, { tokenHash: ref }, app.now()));
  if (!isWithdrawn) {
    throw new DomainError("invitation-invalid", t.linkOverAlready());
  }
}

function lifeFrom(createdAt: number, life: number = limits.invitationLife) {
  return { createdAt, expiresAt: createdAt + life };
}
