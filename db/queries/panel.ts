import { and, asc, eq, isNull } from "drizzle-orm";
import type { Reader } from "#db/store/store.ts";

export async function findAccountByEmail(db: Reader, email: string) {
  const { account } = db.t;
  const rows = await db.q
    .select({ id: account.id, suspendedAt: account.suspendedAt })
    .from(account)
    .where(eq(account.email, email));
  return rows[0];
}

/** Researchers of a study, in the order in which they came. */
export async function listResearchers(db: Reader, studyId: string) {
  const { membership, account } = db.t;
  return db.q
    .select({ accountId: account.id, displayName: account.displayName })
    .from(membership)
    .innerJoin(account, eq(account.id, membership.accountId))
    .where(
      and(eq(membership.studyId, studyId), eq(membership.role, "researcher"), isNull(membership.endedAt)),
    )
    .orderBy(asc(membership.createdAt), asc(account.id));
}

/** Auditors of a study who hold no seat. */
export async function listSeatless(db: Reader, studyId: string) {
  const { membership, account, seat } = db.t;
  const held = and(
    eq(seat.studyId, membership.studyId),
    eq(seat.accountId, membership.accountId),
    isNull(seat.unseatedAt),
  );
  return db.q
    .select({ accountId: account.id, displayName: account.displayName })
    .from(membership)
    .innerJoin(account, eq(account.id, membership.accountId))
    .leftJoin(seat, held)
    .where(
      and(
        eq(membership.studyId, studyId),
        eq(membership.role, "auditor"),
        isNull(membership.endedAt),
        isNull(seat.id),
      ),
    )
    .orderBy(asc(membership.createdAt), asc(account.id));
}
