import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { prepared } from "#db/store/prepared.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export type StudyRole = "operator" | "auditor" | "researcher";
/** How somebody came to a role or a seat. */
export type WayIn = "account" | "link-copied" | "link-mailed";

export async function findMembership(
  db: Reader,
  studyId: string,
  accountId: string,
): Promise<
  | {
      role: StudyRole;
      wayIn: WayIn;
      key: string | null;
      endedAt: number | null;
      requiredIssuer: string | null;
    }
  | undefined
> {
  return (await memberships(db, { studyId, accountId }))[0];
}

const memberships = prepared({ studyId: "text", accountId: "text" }, ({ q, t }, { studyId, accountId }) => {
  const { membership, study } = t;
  const { role, wayIn, key, endedAt } = membership;
  return q
    .select({ role, wayIn, key, endedAt, requiredIssuer: study.requiredIssuer })
    .from(membership)
    .innerJoin(study, eq(study.id, membership.studyId))
    .where(and(eq(membership.studyId, studyId), eq(membership.accountId, accountId)));
});

/** Who of these accounts has a role in which of these studies now; more pairs than were asked about, in any order. */
export async function listRolesAmong(
  db: Reader,
  { studyIds, accountIds }: { studyIds: readonly string[]; accountIds: readonly string[] },
): Promise<{ studyId: string; accountId: string; role: StudyRole }[]> {
  const { membership } = db.t;
  return db.q
    .select({ studyId: membership.studyId, accountId: membership.accountId, role: membership.role })
    .from(membership)
    .where(
      and(
        inArray(membership.studyId, [...studyIds]),
        inArray(membership.accountId, [...accountIds]),
        isNull(membership.endedAt),
      ),
    );
}

export async function insertMembership(tx: Tx, row: Tx["t"]["membership"]["$inferInsert"]): Promise<void> {
  await tx.q.insert(tx.t.membership).values(row);
}

export async function reviveMembership(
  tx: Tx,
  {
    studyId,
    accountId,
    ...came
  }: { studyId: string; accountId: string; wayIn: WayIn; addedBy: string | null; key: string | null },
): Promise<void> {
  const { membership } = tx.t;
  await tx.q
    .update(membership)
    .set({ endedAt: null, ...came })
    .where(and(eq(membership.studyId, studyId), eq(membership.accountId, accountId)));
}

export async function endMembership(
  tx: Tx,
  { studyId, accountId, at }: { studyId: string; accountId: string; at: number },
): Promise<void> {
  const { membership } = tx.t;
  await tx.q
    .update(membership)
    .set({ endedAt: at })
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
  const { seat } = db.t;
  return db.q.$count(seat, eq(seat.studyId, studyId));
}

/** The seats in use, in the order in which they were added: s2 before s10. */
export async function listSeats(db: Reader, studyId: string) {
  const { seat, account } = db.t;
  return db.q
    .select({
      id: seat.id,
      accountId: seat.accountId,
      displayName: account.displayName,
      seatedAt: seat.seatedAt,
      wayIn: seat.wayIn,
    })
    .from(seat)
    .innerJoin(account, eq(account.id, seat.accountId))
    .where(and(eq(seat.studyId, studyId), isNull(seat.unseatedAt)))
    .orderBy(sql`length(${seat.id})`, asc(seat.id));
}

/** Who filled the seats in use; none by the server. */
export async function listSeatFillers(db: Reader, studyId: string) {
  const { seat, account } = db.t;
  return db.q
    .select({ seatId: seat.id, displayName: account.displayName })
    .from(seat)
    .innerJoin(account, eq(account.id, seat.filledBy))
    .where(and(eq(seat.studyId, studyId), isNull(seat.unseatedAt)))
    .orderBy(asc(seat.seatedAt), asc(seat.id));
}

export async function findSeatOf(
  db: Reader,
  studyId: string,
  accountId: string,
): Promise<string | undefined> {
  return (await heldSeats(db, { studyId, accountId }))[0]?.id;
}

const heldSeats = prepared({ studyId: "text", accountId: "text" }, ({ q, t }, { studyId, accountId }) =>
  q
    .select({ id: t.seat.id })
    .from(t.seat)
    .where(and(eq(t.seat.studyId, studyId), eq(t.seat.accountId, accountId), isNull(t.seat.unseatedAt))),
);
