import { and, desc, eq, gt, isNull, lt, ne } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

export async function insertSession(tx: Tx, row: Tx["t"]["session"]["$inferInsert"]): Promise<void> {
  await tx.q.insert(tx.t.session).values(row);
}

type Moment = { now: number; idleSince: number };

/** A session that still lets somebody in, with its account as it is now: revoked, run out, idle or suspended is none. */
export async function findLiveSession(db: Reader, idHash: string, { now, idleSince }: Moment) {
  const { session, account } = db.t;
  const rows = await db.q
    .select({
      idHash: session.idHash,
      lastSeenAt: session.lastSeenAt,
      accountId: account.id,
      email: account.email,
      displayName: account.displayName,
      platformRole: account.platformRole,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(
      and(
        eq(session.idHash, idHash),
        isNull(session.revokedAt),
        gt(session.expiresAt, now),
        gt(session.lastSeenAt, idleSince),
        isNull(account.suspendedAt),
      ),
    );
  return rows[0];
}

export async function listLiveSessions(db: Reader, accountId: string, { now, idleSince }: Moment) {
  const { session } = db.t;
  return db.q
    .select({
      idHash: session.idHash,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      expiresAt: session.expiresAt,
      userAgent: session.userAgent,
    })
    .from(session)
    .where(
      and(
        eq(session.accountId, accountId),
        isNull(session.revokedAt),
        gt(session.expiresAt, now),
        gt(session.lastSeenAt, idleSince),
      ),
    )
    .orderBy(desc(session.lastSeenAt), desc(session.idHash));
}

export async function touchSession(tx: Tx, idHash: string, at: number): Promise<void> {
  const { session } = tx.t;
  await tx.q
    .update(session)
    .set({ lastSeenAt: at })
    .where(and(eq(session.idHash, idHash), lt(session.lastSeenAt, at)));
}

export async function revokeSession(
  tx: Tx,
  { accountId, idHash, at }: { accountId: string; idHash: string; at: number },
): Promise<void> {
  const { session } = tx.t;
  await tx.q
    .update(session)
    .set({ revokedAt: at })
    .where(and(eq(session.accountId, accountId), eq(session.idHash, idHash), isNull(session.revokedAt)));
}

export async function revokeSessionByHash(tx: Tx, idHash: string, at: number): Promise<void> {
  const { session } = tx.t;
  await tx.q
    .update(session)
    .set({ revokedAt: at })
    .where(and(eq(session.idHash, idHash), isNull(session.revokedAt)));
}

/** Ends all sessions of an account, or all but one. */
export async function revokeSessionsOf(
  tx: Tx,
  { accountId, except, at }: { accountId: string; except: string | null; at: number },
): Promise<void> {
  const { session } = tx.t;
  await tx.q
    .update(session)
    .set({ revokedAt: at })
    .where(
      and(
        eq(session.accountId, accountId),
        isNull(session.revokedAt),
        except === null ? undefined : ne(session.idHash, except),
      ),
    );
}

/** Rows nobody can use any more. */
export async function deleteSessionsBefore(tx: Tx, expiredBefore: number): Promise<void> {
  await tx.q.delete(tx.t.session).where(lt(tx.t.session.expiresAt, expiredBefore));
}
