import { and, desc, eq, gt, inArray, isNull, lt, ne, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { prepared } from "#db/store/prepared.ts";
import { deleteRows, inserting, updateRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export const insertSession = inserting("session");

type Moment = { now: number; administratorsSeenSince: number };

/** Finds one live session; see {@link listSessionsAmong}. */
export async function findLiveSession(db: Reader, idHash: string, moment: Moment) {
  return (await sessionsOfId(db, { idHash, ...moment }))[0];
}

const sessionsOfId = prepared(
  { idHash: "text", now: "number", administratorsSeenSince: "number" },
  (db, { idHash, ...moment }) => liveSessions(db, eq(db.t.session.idHash, idHash), moment),
);

/**
 * Lists which of the named sessions are live, with their accounts as they are now. Revoked and expired sessions, an
 * administrator's idle session and those of a suspended account are not. A live session may still owe a second factor.
 */
export async function listSessionsAmong(db: Reader, idHashes: readonly string[], moment: Moment) {
  return liveSessions(db, inArray(db.t.session.idHash, [...idHashes]), moment);
}

type PlacesOfMoment = { readonly [Name in keyof Moment]: Placeholder };

function liveSessions(db: Reader, which: SQL, moment: Moment | PlacesOfMoment) {
  const { session, account, factor } = db.t;
  return db.q
    .select({
      ...pick(session, "idHash", "lastSeenAt", "factorAt", "confirmedAt", "issuer"),
      language: sql<Language | null>`coalesce(${account.language}, (${languageAsAuditor(db)}))`,
      accountId: account.id,
      ...pick(account, "email", "displayName", "platformRole"),
      factorCount: db.q.$count(factor, eq(factor.accountId, session.accountId)),
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(and(which, isLive(db, moment), isNull(account.suspendedAt)));
}

type Language = NonNullable<Reader["t"]["account"]["$inferSelect"]["language"]>;

/** Selects the language of the newest study in which the account of a session is an auditor. */
function languageAsAuditor(db: Reader) {
  const { account, membership, study } = db.t;
  const isAuditor = matches(membership, { role: "auditor", endedAt: null });
  return db.q
    .select({ language: study.language })
    .from(membership)
    .innerJoin(study, eq(study.id, membership.studyId))
    .where(and(eq(membership.accountId, account.id), isAuditor))
    .orderBy(desc(study.createdAt), desc(study.id))
    .limit(1);
}

function isLive(db: Reader, { now, administratorsSeenSince }: Moment | PlacesOfMoment) {
  const { session, account } = db.t;
  return and(
    isNull(session.revokedAt),
    gt(session.expiresAt, now),
    or(ne(account.platformRole, "administrator"), gt(session.lastSeenAt, administratorsSeenSince)),
  );
}

export async function listLiveSessions(db: Reader, accountId: string, moment: Moment) {
  const { session, account } = db.t;
  return db.q
    .select(pick(session, "idHash", "createdAt", "lastSeenAt", "expiresAt", "userAgent"))
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(and(eq(session.accountId, accountId), isLive(db, moment)))
    .orderBy(desc(session.lastSeenAt), desc(session.idHash));
}

type SessionPatch = Partial<
  Pick<Tx["t"]["session"]["$inferInsert"], "idHash" | "pending" | "confirmedAt" | "factorAt">
>;

/** Changes a session's id, the times of its confirmation and second factor, or its pending challenge. */
export async function updateSession(tx: Tx, idHash: string, patch: SessionPatch): Promise<void> {
  await updateRows(tx, "session", { idHash }, patch);
}

/**
 * Reads the pending challenge and deletes it.
 * @returns the challenge, or null
 */
export async function takePending(tx: Tx, idHash: string): Promise<string | null> {
  const { session } = tx.t;
  // Two steps under one lock: an update returns the row after it.
  await tx.q.update(session).set({ idHash }).where(eq(session.idHash, idHash));
  const rows = await tx.q
    .select({ pending: session.pending })
    .from(session)
    .where(eq(session.idHash, idHash));
  await tx.q.update(session).set({ pending: null }).where(eq(session.idHash, idHash));
  return rows[0]?.pending ?? null;
}

export async function touchSession(tx: Tx, idHash: string, at: number): Promise<void> {
  await updateRows(tx, "session", { idHash, lastSeenAt: (column) => lt(column, at) }, { lastSeenAt: at });
}

type SessionKey = { readonly accountId: string; readonly idHash?: string } | { readonly idHash: string };

/** Ends one session, or all sessions of an account except one. */
export async function revokeSessions(
  tx: Tx,
  key: SessionKey,
  { at, except = null }: { readonly at: number; readonly except?: string | null },
): Promise<void> {
  const { session } = tx.t;
  const isOther = except === null ? undefined : ne(session.idHash, except);
  await tx.q
    .update(session)
    .set({ revokedAt: at })
    .where(and(matches(session, { ...key, revokedAt: null }), isOther));
}

/** Ends every session. */
export async function revokeAllSessions(tx: Tx, at: number): Promise<void> {
  await updateRows(tx, "session", { revokedAt: null }, { revokedAt: at });
}

/** Deletes rows of sessions that can no longer be used. */
export async function deleteSessionsBefore(tx: Tx, expiredBefore: number): Promise<void> {
  await deleteRows(tx, "session", { expiresAt: (column) => lt(column, expiredBefore) });
}
