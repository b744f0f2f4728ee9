import { type AnyColumn, and, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { changesRow, inserting, listRows, updateRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export const insertInvitation = inserting("invitation");

/** Finds a link, whether or not it still works, with the names that a person needs to recognise it. */
export async function findInvitation(db: Reader, tokenHash: string) {
  const { invitation, account, study } = db.t;
  const rows = await db.q
    .select({
      ...pick(invitation, "purpose", "role", "studyId", "accountId", "email"),
      ...pick(invitation, "createdAt", "expiresAt", "acceptedAt", "revokedAt"),
      studyName: study.name,
      inviterId: invitation.invitedBy,
      inviterName: account.displayName,
      inviterEmail: account.email,
    })
    .from(invitation)
    .leftJoin(account, eq(account.id, invitation.invitedBy))
    .leftJoin(study, eq(study.id, invitation.studyId))
    .where(eq(invitation.tokenHash, tokenHash));
  return rows[0];
}

/**
 * Marks a link as used.
 * @returns the link, or undefined if it was used, withdrawn or has expired
 */
export async function takeInvitation(tx: Tx, tokenHash: string, now: number) {
  const { invitation } = tx.t;
  const rows = await tx.q
    .update(invitation)
    .set({ acceptedAt: now })
    .where(
      matches(invitation, {
        tokenHash,
        acceptedAt: null,
        revokedAt: null,
        expiresAt: (column) => gt(column, now),
      }),
    )
    .returning(
      pick(
        invitation,
        ...(["purpose", "role", "studyId", "accountId", "email"] as const),
        ...(["attributes", "isMailed", "invitedBy"] as const),
      ),
    );
  return rows[0];
}

/** Records which account used a link, that it could not be mailed, or that its notice was dismissed. */
export async function updateInvitation(
  tx: Tx,
  key: { readonly tokenHash: string; readonly accountId?: string },
  patch: Partial<Pick<Tx["t"]["invitation"]["$inferInsert"], "acceptedBy" | "mailState" | "noticedAt">>,
): Promise<void> {
  await updateRows(tx, "invitation", key, patch);
}

const open = { acceptedAt: null, revokedAt: null };
const isOpen = (db: Reader) => matches(db.t.invitation, open);

/**
 * Lists links that still work, newest first: all of one study, or a page of all links.
 *
 * @param after the last link of the page before
 */
export async function listOpenInvitations(
  db: Reader,
  {
    now,
    studyId,
    after,
    limit,
  }: {
    now: number;
    studyId?: string | undefined;
    after?: { readonly createdAt: number; readonly tokenHash: string } | undefined;
    limit?: number | undefined;
  },
) {
  const { invitation, account, study } = db.t;
  const isOlder =
    after &&
    sql`(${invitation.createdAt}, ${invitation.tokenHash}) < (${after.createdAt}, ${after.tokenHash})`;
  const found = db.q
    .select({
      ...pick(invitation, "tokenHash", "purpose", "role", "email", "mailState", "createdAt", "expiresAt"),
      studyName: study.name,
      inviterName: account.displayName,
    })
    .from(invitation)
    .leftJoin(account, eq(account.id, invitation.invitedBy))
    .leftJoin(study, eq(study.id, invitation.studyId))
    .where(
      and(
        isOpen(db),
        gt(invitation.expiresAt, now),
        studyId === undefined ? undefined : eq(invitation.studyId, studyId),
        isOlder,
      ),
    )
    .orderBy(desc(invitation.createdAt), desc(invitation.tokenHash));
  return limit === undefined ? found : found.limit(limit);
}

/** Lists all links to join a study, newest first, whether or not they still work. */
export async function listJoinLinks(db: Reader, studyId: string) {
  return listRows(
    db,
    "invitation",
    { studyId, purpose: "join" },
    ["tokenHash", "role", "email", "mailState", "createdAt", "expiresAt", "acceptedAt", "revokedAt"],
    ["-createdAt", "-tokenHash"],
  );
}

type RenewedLink = Pick<
  Tx["t"]["invitation"]["$inferSelect"],
  "tokenHash" | "isMailed" | "mailState" | "invitedBy" | "createdAt" | "expiresAt"
>;

/**
 * Gives an unused link a new token, maker and time. The earlier token ends.
 *
 * @returns whether it was still unused, and did not wait to be mailed
 */
export async function renewInvitation(
  tx: Tx,
  { from, ...link }: { readonly from: string } & RenewedLink,
): Promise<boolean> {
  const mailState = (column: AnyColumn) => or(isNull(column), eq(column, "failed"));
  return changesRow(tx, "invitation", { tokenHash: from, ...open, mailState }, link);
}

/** Lists the studies with links that wait to be mailed. */
export async function listStudiesToInvite(db: Reader): Promise<{ studyId: string }[]> {
  const { studyId } = db.t.invitation;
  const rows = await db.q
    .selectDistinct({ studyId })
    .from(db.t.invitation)
    .where(and(sql`mail_state = 'waiting'`, isNotNull(studyId), isOpen(db)))
    .orderBy(studyId);
  return rows.flatMap((row) => (row.studyId === null ? [] : [{ studyId: row.studyId }]));
}

/** Lists the links of a study that wait to be mailed. */
export async function listInvitationsToMail(db: Reader, studyId: string): Promise<string[]> {
  const { invitation } = db.t;
  const rows = await db.q
    .select({ tokenHash: invitation.tokenHash })
    .from(invitation)
    .where(and(eq(invitation.studyId, studyId), sql`mail_state = 'waiting'`, isOpen(db)))
    .orderBy(invitation.tokenHash);
  return rows.map(({ tokenHash }) => tokenHash);
}

/**
 * Gives a link that waits to be mailed its final token. Since its hash is another one then, no other server mails it.
 *
 * @returns whether it still waited
 */
export async function takeInvitationToMail(
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  return changesRow(tx, "invitation", { tokenHash: from, ...open }, { tokenHash: to, mailState: null });
}

type RevokedKey =
  | { readonly tokenHash: string }
  | { readonly accountId: string }
  | Pick<Tx["t"]["invitation"]["$inferSelect"], "email" | "role" | "studyId">
  | { readonly invitedBy: string | null; readonly studyId?: string | null };

/**
 * Withdraws unused links: one, those that were made for an account, those of an address and role in a study, or those
 * that an account (null: the server itself) made, all of them or those of one study (null: of no study).
 *
 * @returns whether there were any
 */
export async function revokeInvitations(tx: Tx, key: RevokedKey, at: number): Promise<boolean> {
  const { invitation } = tx.t;
  const rows = await tx.q
    .update(invitation)
    .set({ revokedAt: at })
    .where(and(matches(invitation, key), isOpen(tx)))
    .returning({ tokenHash: invitation.tokenHash });
  return rows.length > 0;
}

/** Deletes an account's addresses, earlier ones too, from the links that it took or that were made for it. */
export async function forgetAddresses(tx: Tx, accountId: string): Promise<void> {
  const { invitation } = tx.t;
  const { accountId: madeFor, acceptedBy } = invitation;
  await tx.q
    .update(invitation)
    .set({ email: null })
    .where(or(eq(madeFor, accountId), eq(acceptedBy, accountId)));
}

/** Withdraws every unused link. */
export async function revokeOpenInvitations(tx: Tx, at: number): Promise<void> {
  await updateRows(tx, "invitation", open, { revokedAt: at });
}

/** Lists the password resets of these accounts by a link, newest first, with the account that made the link. */
export async function listUsedResets(
  db: Reader,
  { accountIds, isUnnoticed = false }: { accountIds: readonly string[]; isUnnoticed?: boolean },
) {
  const { invitation, account } = db.t;
  return db.q
    .select({
      ...pick(invitation, "tokenHash", "accountId"),
      makerName: account.displayName,
      madeAt: invitation.createdAt,
      usedAt: invitation.acceptedAt,
    })
    .from(invitation)
    .leftJoin(account, eq(account.id, invitation.invitedBy))
    .where(
      and(
        eq(invitation.purpose, "reset-password"),
        isNotNull(invitation.acceptedAt),
        inArray(invitation.accountId, [...accountIds]),
        isUnnoticed ? isNull(invitation.noticedAt) : undefined,
      ),
    )
    .orderBy(desc(invitation.acceptedAt), desc(invitation.tokenHash));
}

/** Lists the links that an account took: its address, whether it was only mailed there, and its maker's address. */
export async function listTakenLinks(db: Reader, accountId: string) {
  const { invitation, account } = db.t;
  return db.q
    .select({ ...pick(invitation, "email", "isMailed"), makerEmail: account.email })
    .from(invitation)
    .leftJoin(account, eq(account.id, invitation.invitedBy))
    .where(eq(invitation.acceptedBy, accountId))
    .orderBy(desc(invitation.acceptedAt), desc(invitation.tokenHash));
}
