import {
  findAccount,
  findCredentials,
  insertAccount,
  lockAdministrators,
  setPlatformRole,
} from "#db/queries/accounts.ts";
import {
  findInvitation,
  revokeServerInvitations,
  setAcceptedBy,
  takeInvitation,
} from "#db/queries/invitations.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import type { AccountsApp } from "#server/services/accounts/context.ts";
import { requireGoodPassword } from "#server/services/accounts/password-rules.ts";
import { hashPassword } from "#server/services/accounts/passwords.ts";
import type { SessionAccount } from "#server/services/accounts/sessions.ts";
import { hashToken } from "#server/services/accounts/tokens.ts";
import { joinStudy } from "#server/services/studies/join-study.ts";
import { takeFreeSeat } from "#server/services/studies/take-free-seat.ts";

type Acceptance = { token: string; displayName: string; email?: string | undefined; password: string };
type Taken = NonNullable<Awaited<ReturnType<typeof takeInvitation>>>;

/** Makes an account out of a link. The password is hashed before the transaction, which may run twice. */
export async function acceptInvitation(
  app: AccountsApp,
  { token, displayName, email, password }: Acceptance,
): Promise<{ accountId: string; email: string }> {
  const tokenHash = hashToken(token);
  const address = await app.store.read(async (db) => {
    const link = await requireOpenLink(db, { tokenHash, purpose: "join", now: app.now() });
    if (link.email !== null && (await findCredentials(db, link.email)) !== undefined) throw emailTaken();
    return addressOf(link, email);
  });
  await requireGoodPassword(password, { email: address, field: "password" });
  const passwordHash = await hashPassword(password);
  const accountId = app.newId();
  const now = app.now();
  return app.store.tx(async (tx) => {
    const invitation = await takeToJoin(tx, tokenHash, now);
    if (invitation.invitedBy === null) await assertFirst(tx, now);
    const platformRole = platformRoleOf(invitation) ?? ("member" as const);
    const row = { id: accountId, email: address, displayName, passwordHash, platformRole, createdAt: now };
    if (!(await insertAccount(tx, row))) throw emailTaken();
    await joinInvited(tx, accountId, invitation, now);
    await setAcceptedBy(tx, tokenHash, accountId);
    return { accountId, email: address };
  });
}

/**
 * Looks whether a link still works before anything costly is done for it: a hash takes a core for a while, and anybody can
 * send a token. Whoever goes on takes the link inside the transaction.
 */
export async function requireOpenLink(
  db: Reader,
  { tokenHash, purpose, now }: { tokenHash: string; purpose: "join" | "reset-password"; now: number },
): Promise<{ email: string | null }> {
  const link = await findInvitation(db, tokenHash);
  const isOpen = link?.acceptedAt === null && link.revokedAt === null && link.expiresAt > now;
  if (!isOpen || link.purpose !== purpose) throw invitationInvalid();
  return link;
}

function addressOf(link: { email: string | null }, given: string | undefined): string {
  const address = link.email ?? given;
  if (address !== undefined) return address;
  throw new DomainError("bad-input", "Enter the e-mail address you want to sign in with.", [
    { field: "email", message: "Enter your e-mail address." },
  ]);
}

/** Somebody who has an account already gets the role as well. */
export async function joinWithAccount(
  app: AccountsApp,
  account: SessionAccount,
  token: string,
): Promise<{ studyId: string | null }> {
  const tokenHash = hashToken(token);
  const now = app.now();
  return app.store.tx(async (tx) => {
    const invitation = await takeToJoin(tx, tokenHash, now);
    if (invitation.email !== account.email) {
      throw new DomainError("forbidden", "This invitation is for another e-mail address than yours.");
    }
    const platformRole = platformRoleOf(invitation);
    const present = await findAccount(tx, account.id);
    if (platformRole !== undefined && present?.platformRole !== "administrator") {
      await setPlatformRole(tx, account.id, platformRole);
    }
    await joinInvited(tx, account.id, invitation, now);
    await setAcceptedBy(tx, tokenHash, account.id);
    return { studyId: invitation.studyId };
  });
}

async function takeToJoin(tx: Tx, tokenHash: string, now: number): Promise<Taken> {
  const invitation = await takeInvitation(tx, tokenHash, now);
  if (invitation?.purpose !== "join") throw invitationInvalid();
  return invitation;
}

/** The server's own link makes an administrator of whoever holds it, so it works only while nobody is one. */
async function assertFirst(tx: Tx, now: number): Promise<void> {
  await revokeServerInvitations(tx, now);
  if ((await lockAdministrators(tx)).length > 0) throw invitationInvalid();
}

function platformRoleOf({ role, studyId }: Taken): "administrator" | "operator" | undefined {
  if (studyId !== null) return undefined;
  return role === "administrator" || role === "operator" ? role : undefined;
}

async function joinInvited(tx: Tx, accountId: string, { studyId, role }: Taken, now: number): Promise<void> {
  if (studyId === null || role === null || role === "administrator") return;
  await joinStudy(tx, { studyId, accountId, role, now });
  if (role === "auditor") await takeFreeSeat(tx, { studyId, accountId, now });
}

export function invitationInvalid(): DomainError {
  return new DomainError(
    "invitation-invalid",
    "This link was used, withdrawn or has run out. Ask whoever sent it for a new one.",
  );
}

function emailTaken(): DomainError {
  return new DomainError(
    "email-taken",
    "There is an account with this e-mail address already. Sign in, then open the link again.",
  );
}
