import { and, asc, eq, isNull } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import type { Reader } from "#db/store/store.ts";
import type { StudyRole } from "./seats.ts";

/** Lists the accounts that have a role in a study now, in the order in which they joined. */
export async function listMembers(db: Reader, studyId: string, role: StudyRole) {
  const { membership, account } = db.t;
  return db.q
    .select({ accountId: account.id, displayName: account.displayName })
    .from(membership)
    .innerJoin(account, eq(account.id, membership.accountId))
    .where(matches(membership, { studyId, role, endedAt: null }))
    .orderBy(asc(membership.createdAt), asc(account.id));
}

/** Lists the auditors of a study who hold no seat. */
export async function listSeatless(db: Reader, studyId: string) {
  const { membership, account, seat } = db.t;
  const held = matches(seat, {
    studyId: membership.studyId,
    accountId: membership.accountId,
    unseatedAt: null,
  });
  return db.q
    .select({ accountId: account.id, displayName: account.displayName })
    .from(membership)
    .innerJoin(account, eq(account.id, membership.accountId))
    .leftJoin(seat, held)
    .where(
      and(matches(membership, { studyId, role: "auditor" }), isNull(membership.endedAt), isNull(seat.id)),
    )
    .orderBy(asc(membership.createdAt), asc(account.id));
}
