import { and, asc, count, desc, eq, exists, gt, isNotNull, sql } from "drizzle-orm";
import type { studyRoles, waysIn } from "#db/schema/accounts.ts";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { prepared } from "#db/store/prepared.ts";
import { countRows, findValue, inserting, listValues, updating } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";
import { isHeld } from "./round-seats.ts";

export type StudyRole = (typeof studyRoles)[number];
/** How an account got a role or a seat. */
export type WayIn = (typeof waysIn)[number];

export async function findMembership(db: Reader, studyId: string, accountId: string) {
  return (await memberships(db, { studyId, accountId }))[0];
}

const memberships = prepared({ studyId: "text", accountId: "text" }, ({ q, t }, { studyId, accountId }) => {
  const { membership, study } = t;
  return q
    .select({
      ...pick(membership, "role", "wayIn", "key", "attributes", "endedAt"),
      requiredIssuer: study.requiredIssuer,
    })
    .from(membership)
    .innerJoin(study, eq(study.id, membership.studyId))
    .where(matches(membership, { studyId, accountId }));
});

/**
 * Lists which of these accounts have a role in which of these studies now; may contain more pairs than requested, in
 * any order.
 */
export async function listRolesAmong(
  db: Reader,
  { studyIds, accountIds }: { studyIds: readonly string[]; accountIds: readonly string[] },
) {
  const { membership, study } = db.t;
  return db.q
    .select({ ...pick(membership, "studyId", "accountId", "role"), requiredIssuer: study.requiredIssuer })
    .from(membership)
    .innerJoin(study, eq(study.id, membership.studyId))
    .where(matches(membership, { studyId: studyIds, accountId: accountIds, endedAt: null }));
}

/**
 * Lists studies that an account left as an auditor, and in which it was on the panel of a round that ended before.
 */
export async function listJudgedBefore(db: Reader, accountId: string) {
  const { study, membership, seat, roundSeat, round } = db.t;
  // One round is enough, and a long study has many.
  const sat = db.q
    .select({ one: sql`1` })
    .from(seat)
    .innerJoin(roundSeat, matches(roundSeat, { studyId: seat.studyId, seatId: seat.id }))
    .innerJoin(round, matches(round, { studyId: roundSeat.studyId, number: roundSeat.round }))
    .where(and(matches(seat, { studyId: study.id, accountId }), isHeld(db)));
  return db.q
    .select({ id: study.id, name: study.name })
    .from(membership)
    .innerJoin(study, eq(study.id, membership.studyId))
    .where(
      and(matches(membership, { accountId, role: "auditor" }), isNotNull(membership.endedAt), exists(sat)),
    )
    .orderBy(study.name, study.id);
}

/** Lists the accounts that operate a study now. */
export async function listOperators(db: Reader, studyId: string): Promise<string[]> {
  return listValues(db, "membership", { studyId, role: "operator", endedAt: null }, "accountId", [
    "accountId",
  ]);
}

export const insertMembership = inserting("membership");

export const updateMembership = updating(
  "membership",
  ["studyId", "accountId"],
  ["endedAt", "attributes", "wayIn", "addedBy", "key"],
);

export const insertSeat = inserting("seat");

/** Records that a seat has ended, or why it rests; null: it does not rest. */
export const updateSeat = updating("seat", ["studyId", "id"], ["unseatedAt", "restReason"]);

export async function countSeatsEver(db: Reader, studyId: string): Promise<number> {
  return countRows(db, "seat", { studyId });
}

/** Counts the seats in use of each study. */
export async function countSeatsIn(db: Reader, studyIds: readonly string[]) {
  const { seat } = db.t;
  return db.q
    .select({ studyId: seat.studyId, seats: count() })
    .from(seat)
    .where(matches(seat, { studyId: studyIds, unseatedAt: null }))
    .groupBy(seat.studyId);
}

/** Lists the seats in use, in the order in which they were added: s2 before s10. */
export async function listSeats(db: Reader, studyId: string) {
  const { seat, account, membership } = db.t;
  return db.q
    .select({
      ...pick(seat, "id", "accountId", "seatedAt", "wayIn", "restReason"),
      displayName: account.displayName,
      attributes: membership.attributes,
    })
    .from(seat)
    .innerJoin(account, eq(account.id, seat.accountId))
    .innerJoin(membership, matches(membership, { studyId: seat.studyId, accountId: seat.accountId }))
    .where(matches(seat, { studyId, unseatedAt: null }))
    .orderBy(sql`length(${seat.id})`, asc(seat.id));
}

/**
 * Lists the account of each seat in use, and the newest round with a pair to judge on whose panel the seat is.
 */
export async function listSeatStatuses(db: Reader, studyId: string) {
  const { seat, roundSeat, round } = db.t;
  // Searched from the newest round back, a seat at a time: a long study has many more rounds than seats.
  const newest = db.q
    .select({ number: roundSeat.round })
    .from(roundSeat)
    .innerJoin(round, matches(round, { studyId: roundSeat.studyId, number: roundSeat.round }))
    .where(and(matches(roundSeat, { studyId, seatId: seat.id }), gt(round.pairCount, 0)))
    .orderBy(desc(roundSeat.round))
    .limit(1);
  return db.q
    .select({
      accountId: seat.accountId,
      seat: seat.id,
      round: round.number,
      ...pick(round, "state", "deadlineAt"),
    })
    .from(seat)
    .leftJoin(round, matches(round, { studyId: seat.studyId, number: newest }))
    .where(matches(seat, { studyId, unseatedAt: null }));
}

/** Lists the accounts that filled the seats in use; seats that the server filled have none. */
export async function listSeatFillers(db: Reader, studyId: string) {
  const { seat, account } = db.t;
  return db.q
    .select({ seatId: seat.id, displayName: account.displayName })
    .from(seat)
    .innerJoin(account, eq(account.id, seat.filledBy))
    .where(matches(seat, { studyId, unseatedAt: null }))
    .orderBy(asc(seat.seatedAt), asc(seat.id));
}

export async function findSeatOf(
  db: Reader,
  studyId: string,
  accountId: string,
): Promise<string | undefined> {
  return findValue(db, "seat", { studyId, accountId, unseatedAt: null }, "id");
}
