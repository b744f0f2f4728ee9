import { and, eq, isNull, sql } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

export type StudyRole = "operator" | "auditor" | "researcher";

export async function findMembership(
  db: Reader,
  studyId: string,
  accountId: string,
): Promise<{ role: StudyRole; endedAt: number | null; requiredIssuer: string | null } | undefined> {
  const { membership, study } = db.t;
  const rows = await db.q
    .select({ role: membership.role, endedAt: membership.endedAt, requiredIssuer: study.requiredIssuer })
    .from(membership)
    .innerJoin(study, eq(study.id, membership.studyId))
    .where(and(eq(membership.studyId, studyId), eq(membership.accountId, accountId)));
  return rows[0];
}

export async function insertMembership(tx: Tx, row: Tx["t"]["membership"]["$inferInsert"]): Promise<void> {
  await tx.q.insert(tx.t.membership).values(row);
}

export async function reviveMembership(tx: Tx, studyId: string, accountId: string): Promise<void> {
  const { membership } = tx.t;
  await tx.q
    .update(membership)
    .set({ endedAt: null })
    .where(and(eq(membership.studyId, studyId), eq(membership.accountId, accountId)));
}

export async function insertSeat(tx: Tx, row: Tx["t"]["seat"]["$inferInsert"]): Promise<void> {
  await tx.q.insert(tx.t.seat).values(row);
}

export async function endSeat(tx: Tx, studyId: string, seatId: string, at: number): Promise<void> {
  const { seat } = tx.t;
  await tx.q
    .update(seat)
    .set({ unseatedAt: at })
    .where(and(eq(seat.studyId, studyId), eq(seat.id, seatId)));
}

export async function countSeatsEver(db: Reader, studyId: string): Promise<number> {
  const rows = await db.q
    .select({ count: sql<number>`count(*)` })
    .from(db.t.seat)
    .where(eq(db.t.seat.studyId, studyId));
  return Number(rows[0]?.count ?? 0);
}

/** The seats in use, in the order in which they were added: s2 before s10. */
export async function listSeats(db: Reader, studyId: string) {
  const { seat, account } = db.t;
  const rows = await db.q
    .select({
      id: seat.id,
      accountId: seat.accountId,
      displayName: account.displayName,
      seatedAt: seat.seatedAt,
    })
    .from(seat)
    .innerJoin(account, eq(account.id, seat.accountId))
    .where(and(eq(seat.studyId, studyId), isNull(seat.unseatedAt)));
  return rows.sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
}

export async function findSeatOf(
  db: Reader,
  studyId: string,
  accountId: string,
): Promise<string | undefined> {
  const { seat } = db.t;
  const rows = await db.q
    .select({ id: seat.id })
    .from(seat)
    .where(and(eq(seat.studyId, studyId), eq(seat.accountId, accountId), isNull(seat.unseatedAt)));
  return rows[0]?.id;
}
