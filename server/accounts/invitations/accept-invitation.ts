import type { z } from "zod";
import {
  findAccount,
  findCredentials,
  insertAccount,
  lockAdministrators,
  updateAccount,
} from "#db/queries/accounts.ts";
import { revokeInvitations, updateInvitation } from "#db/queries/invitations.ts";
import { revokeSessions } from "#db/queries/sessions.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { requireGoodPassword } from "#server/accounts/password-rules.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { type CurrentSession, renewSession } from "#server/accounts/sessions.ts";
import { badInput, DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { type MarkedApp, recordSoon } from "#server/platform/high-water-mark/record-marks.ts";
import { damageOf } from "#server/platform/integrity/damaged.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import type { acceptInvitationSchema } from "#server/schemas/accounts.ts";
import { joinStudy } from "#server/studies/join-study.ts";
import { giveAttributes } from "#server/studies/member-attributes.ts";
import { takeFreeSeat } from "#server/studies/take-free-seat.ts";
import { invitationInvalid, requireOpenLink, type TakenLink, takeLink } from "./take-link.ts";

/**
 * The application's parts for joining. Taking a seat writes an entry of a study's log, so the high-water mark is
 * needed.
 */
type JoiningApp = AccountsApp & MarkedApp & Pick<App, "timekeeper">;

/**
 * Makes an account from an invitation link. The password is hashed before the transaction, since that may run twice.
 */
export async function acceptInvitation(
  app: JoiningApp,
  { token, displayName, email, password, key }: z.output<typeof acceptInvitationSchema>,
): Promise<{ accountId: string; email: string; studyId: string | null }> {
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
    const invitation = await takeLink(tx, { tokenHash, purpose: "join", now });
    if (invitation.invitedBy === null) await assertFirst(tx, now);
    const platformRole = platformRoleOf(invitation) ?? ("member" as const);
    const row = { id: accountId, email: address, displayName, passwordHash, platformRole, createdAt: now };
    if (!(await insertAccount(tx, row))) throw emailTaken();
    await joinInvited(app, tx, accountId, { ...invitation, key });
    await updateInvitation(tx, { tokenHash }, { acceptedBy: accountId });
    await recordTaken(app, tx, accountId, invitation);
    return { accountId, email: address, studyId: invitation.studyId };
  });
}

function addressOf(link: { email: string | null }, given: string | undefined): string {
  const address = link.email ?? given;
  if (address !== undefined) return address;
  throw badInput(t.emailMissing(), "email");
}

/**
 * Adds the role of an invitation to an existing account. If the account's role on the server changes, all its other
 * sessions end and this one gets a new id, since the old sessions would otherwise gain rights.
 *
 * @returns the new session id for the cookie; null if the role is the same
 */
export async function joinWithAccount(
  app: JoiningApp,
  { ref, account }: CurrentSession,
  token: string,
  key?: string,
): Promise<{ studyId: string | null; sessionId: string | null }> {
  const tokenHash = hashToken(token);
  const now = app.now();
  return app.store.tx(async (tx) => {
    const invitation = await takeLink(tx, { tokenHash, purpose: "join", now });
    if (invitation.email !== account.email) {
      throw new DomainError("forbidden", t.invitationOfOther());
    }
    const platformRole = platformRoleOf(invitation);
    const present = await findAccount(tx, account.id);
    const isChanged =
      // Stryker disable next-line StringLiteral,OptionalChaining: an account's row stays for good
      platformRole !== undefined && !["administrator", platformRole].includes(present?.platformRole ?? "");
    if (isChanged) {
      await updateAccount(tx, account.id, { platformRole });
      await revokeSessions(tx, { accountId: account.id }, { except: ref, at: now });
    }
    await joinInvited(app, tx, account.id, { ...invitation, key });
    await updateInvitation(tx, { tokenHash }, { acceptedBy: account.id });
    await recordTaken(app, tx, account.id, invitation);
    return { studyId: invitation.studyId, sessionId: isChanged ? await renewSession(tx, ref) : null };
  });
}

/**
 * Checks that there is no administrator yet. The server's own link makes its holder an administrator, so it works only
 * until then.
 */
async function assertFirst(tx: Tx, now: number): Promise<void> {
  await revokeInvitations(tx, { invitedBy: null }, now);
  if ((await lockAdministrators(tx)).length > 0) throw invitationInvalid();
}

function platformRoleOf({ role, studyId }: TakenLink): "administrator" | "operator" | undefined {
  if (studyId !== null) return undefined;
  return role === "administrator" || role === "operator" ? role : undefined;
}

async function recordTaken(
  app: AccountsApp,
  tx: Tx,
  accountId: string,
  { role, studyId }: TakenLink,
): Promise<void> {
  const about = { actorId: accountId, accountId, studyId: studyId ?? undefined };
  await recordSecurity(app, tx, { kind: "link.taken", ...about, detail: { purpose: "join", role } });
}

async function joinInvited(
  app: JoiningApp,
  tx: Tx,
  accountId: string,
  { studyId, role, attributes, isMailed, invitedBy, key }: TakenLink & { key: string | undefined },
): Promise<void> {
  if (studyId === null) return;
  // Stryker disable next-line ConditionalExpression,LogicalOperator,StringLiteral: a link into a study has a study's role
  if (role === null || role === "administrator") return;
  const wayIn = isMailed ? "link-mailed" : "link-copied";
  const ofSeat = role === "auditor" ? (key ?? null) : null;
  await joinStudy(tx, { studyId, accountId, role, wayIn, addedBy: invitedBy, key: ofSeat, now: app.now() });
  if (role === "auditor") await giveAttributes(tx, { studyId, accountId, attributes });
  // A seat is an entry of the log. If no entry can be written now, the operator assigns the seat later.
  if (role === "auditor" && damageOf(app.store, studyId) === null) {
    await takeFreeSeat(app, tx, { studyId, accountId, filledBy: invitedBy });
    // Recorded after this transaction is committed; not awaited.
    recordSoon(app, studyId);
  }
}

function emailTaken(): DomainError {
  return new DomainError("email-taken", t.emailTaken());
}
