import { lockAccount } from "#db/queries/accounts.ts";
import { findInvitation, takeInvitation } from "#db/queries/invitations.ts";
import { lockStudy } from "#db/queries/studies.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { isOperator } from "#server/accounts/memberships.ts";
import { DomainError } from "#server/errors.ts";

export type TakenLink = NonNullable<Awaited<ReturnType<typeof takeInvitation>>>;

/**
 * Uses up a link, if its maker could still make it now. Otherwise a right could outlive itself in a link that was kept.
 *
 * @throws DomainError "invitation-invalid"
 */
export async function takeLink(
  tx: Tx,
  { tokenHash, purpose, now }: { tokenHash: string; purpose: TakenLink["purpose"]; now: number },
): Promise<TakenLink> {
  const found = await findInvitation(tx, tokenHash);
  if (found?.purpose !== purpose || !(await isStillAllowed(tx, found))) throw invitationInvalid();
  const taken = await takeInvitation(tx, tokenHash, now);
  if (taken === undefined) throw invitationInvalid();
  return taken;
}

/**
 * Checks that a link still works before a costly step, since hashing occupies a core for a while and anyone can send a
 * token. The caller takes the link later, inside the transaction.
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

type LinkMaker = {
  readonly purpose: TakenLink["purpose"];
  readonly inviterId: string | null;
  readonly studyId: string | null;
};

/**
 * Whether the maker of a link could still make it. Locks the rows it depends on, so that a suspension or a removal
 * comes wholly before or wholly after.
 */
async function isStillAllowed(tx: Tx, { purpose, inviterId, studyId }: LinkMaker): Promise<boolean> {
  // The server's own link, for the first administrator.
  if (inviterId === null) return true;
  const maker = await lockAccount(tx, inviterId);
  if (maker === undefined || maker.suspendedAt !== null) return false;
  if (purpose === "change-email") return true;
  if (studyId === null) return maker.platformRole === "administrator";
  await lockStudy(tx, studyId);
  return isOperator(tx, studyId, inviterId);
}

export function invitationInvalid(): DomainError {
  return new DomainError("invitation-invalid", t.linkOver());
}
