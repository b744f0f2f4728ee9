import {
  and,
  asc,
  count,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { prepared } from "#db/store/prepared.ts";
import { findRow, listRows, updateRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { isUnended } from "./rounds.ts";

/** Identifies a seat on the panel of a round. */
export type SeatInRound = { readonly studyId: string; readonly round: number; readonly seatId: string };

/** Lists the panel of a round in the order of its places. */
export async function listRoundSeats(db: Reader, studyId: string, number: number) {
  return roundSeats(db, { studyId, number });
}

const roundSeats = prepared({ studyId: "text", number: "number" }, ({ q, t }, { studyId, number }) => {
  const { roundSeat, seat, account } = t;
  return q
    .select({
      ...pick(roundSeat, "place", "seatId"),
      ...pick(seat, "accountId", "unseatedAt"),
      displayName: account.displayName,
    })
    .from(roundSeat)
    .innerJoin(seat, matches(seat, { studyId: roundSeat.studyId, id: roundSeat.seatId }))
    .innerJoin(account, eq(account.id, seat.accountId))
    .where(matches(roundSeat, { studyId, round: number }))
    .orderBy(asc(roundSeat.place));
});

/** Whether a seat is on the panel of a round. */
export async function isRoundSeat(db: Reader, { studyId, round, seatId }: SeatInRound): Promise<boolean> {
  return (await findRow(db, "roundSeat", { studyId, round, seatId }, ["place"])) !== undefined;
}

/**
 * Lists the addresses of a round's panel, except for seats that have ended since. Apart from {@link listRoundSeats},
 * whose rows are shown.
 */
export async function listRoundAddresses(db: Reader, studyId: string, number: number) {
  const { roundSeat, seat, account } = db.t;
  return db.q
    .select({ seatId: roundSeat.seatId, ...pick(account, "displayName", "email", "suspendedAt") })
    .from(roundSeat)
    .innerJoin(seat, matches(seat, { studyId: roundSeat.studyId, id: roundSeat.seatId }))
    .innerJoin(account, eq(account.id, seat.accountId))
    .where(and(matches(roundSeat, { studyId, round: number }), isNull(seat.unseatedAt)))
    .orderBy(asc(roundSeat.place));
}

/** Lists the seats on these rounds' panels, by round, then place. */
export async function listPlaces(db: Reader, studyId: string, rounds: readonly number[]) {
  return listRows(db, "roundSeat", { studyId, round: rounds }, ["round", "seatId"], ["round", "place"]);
}

/**
 * Lists the rounds on whose panel an account is or was, oldest first; for a seat that has ended, the rounds that were
 * over by then.
 */
export async function listPlacesOf(
  db: Reader,
  { studyId, accountId, round: number }: { studyId: string; accountId: string; round?: number },
) {
  const { roundSeat, round, seat } = db.t;
  return db.q
    .select({
      ...{ round: roundSeat.round, seatId: roundSeat.seatId, pairCount: round.pairCount },
      tolerancePairs: round.tolerancePairs,
    })
    .from(roundSeat)
    .innerJoin(round, matches(round, { studyId: roundSeat.studyId, number: roundSeat.round }))
    .innerJoin(seat, matches(seat, { studyId: roundSeat.studyId, id: roundSeat.seatId }))
    .where(
      and(
        eq(roundSeat.studyId, studyId),
        eq(seat.accountId, accountId),
        isHeld(db),
        number === undefined ? undefined : eq(roundSeat.round, number),
      ),
    )
    .orderBy(asc(roundSeat.round));
}

/** Whether a seat's holder sees its rounds: all of a present seat; of a seat that has ended, those that were over by then. */
export function isHeld({ t: { round, seat } }: Reader) {
  return or(isNull(seat.unseatedAt), lte(round.closedAt, seat.unseatedAt));
}

/** Counts the closed rounds on whose panel each seat was. */
export async function countPanels(db: Reader, studyId: string) {
  const { round, roundSeat } = db.t;
  return db.q
    .select({ seatId: roundSeat.seatId, panels: count() })
    .from(roundSeat)
    .innerJoin(round, matches(round, { studyId: roundSeat.studyId, number: roundSeat.round }))
    .where(and(eq(roundSeat.studyId, studyId), eq(round.state, "closed")))
    .groupBy(roundSeat.seatId);
}

/** Finds the seat of an account on the panel of one round. */
export async function findPlaceOf(
  db: Reader,
  own: { studyId: string; accountId: string; round: number },
): Promise<string | undefined> {
  return (await listPlacesOf(db, own))[0]?.seatId;
}

export async function replaceRoundSeat(
  tx: Tx,
  { studyId, round, place, seatId }: { studyId: string; round: number; place: number; seatId: string },
): Promise<void> {
  await updateRows(
    tx,
    "roundSeat",
    { studyId, round, place },
    { seatId, hiddenAt: null, hiddenVersion: null },
  );
}

/**
 * Lists rounds with an automatic close whose deadline was by `deadlineBy`, or whose seats, except for those that have
 * ended, all sealed their last ballots by `sealedBy`.
 */
export async function listRoundsToClose(
  db: Reader,
  { deadlineBy, sealedBy }: { deadlineBy: number; sealedBy: number },
) {
  const { round } = db.t;
  const isDue = or(lte(round.deadlineAt, deadlineBy), haveAllSealed(db, sealedBy));
  return db.q
    .select({ studyId: round.studyId, round: round.number })
    .from(round)
    .where(and(isUnended(db), matches(round, { state: "open", closing: "deadline" }), isDue))
    .orderBy(asc(round.studyId), asc(round.number));
}

/**
 * Whether all seats of a round's panel, except for those that have ended, have sealed; with `sealedBy`, their last
 * ballots by then.
 */
export function haveAllSealed(db: Reader, sealedBy?: number) {
  const { round, roundSeat, seat, ballot } = db.t;
  const sealed = (which?: SQL) =>
    db.q
      .select({ version: ballot.version })
      .from(ballot)
      .where(and(ballotOfSeat(db), which));
  const seats = (which?: SQL) =>
    db.q
      .select({ place: roundSeat.place })
      .from(roundSeat)
      .innerJoin(seat, matches(seat, { studyId: roundSeat.studyId, id: roundSeat.seatId }))
      .where(
        and(
          matches(roundSeat, { studyId: round.studyId, round: round.number }),
          isNull(seat.unseatedAt),
          which,
        ),
      );
  const isLater = sealedBy === undefined ? undefined : exists(sealed(gt(ballot.sealedAt, sealedBy)));
  return and(exists(seats()), notExists(seats(or(notExists(sealed()), isLater))));
}

/** Counts, in each round of these studies that is not over, the panel's seats in use and those of them that have sealed. */
export async function countOpenSeats(db: Reader, studyIds: readonly string[]) {
  const { round, roundSeat, seat, ballot } = db.t;
  const inUse = matches(seat, { studyId: roundSeat.studyId, id: roundSeat.seatId, unseatedAt: null });
  const seats = () =>
    db.q
      .select({ count: count() })
      .from(roundSeat)
      .innerJoin(seat, inUse)
      .where(matches(roundSeat, { studyId: round.studyId, round: round.number }))
      .$dynamic();
  // Scalar subqueries: a join may begin with the panels of all rounds.
  const rows = await db.q
    .select({
      ...{ studyId: round.studyId, round: round.number },
      seats: sql<number>`(${seats()})`,
      sealed: sql<number>`(${seats().innerJoin(ballot, firstBallot(db))})`,
    })
    .from(round)
    .where(and(inArray(round.studyId, [...studyIds]), isUnended(db)));
  return rows.map((row) => ({ ...row, seats: Number(row.seats), sealed: Number(row.sealed) }));
}

/**
 * Lists the rounds that are not over, ask their panel about a pair and have this account on the panel, and whether the account
 * sees a ballot of its own.
 */
export async function listOpenPlaces(db: Reader, accountId: string) {
  const { round, roundSeat, seat, ballot } = db.t;
  const rows = await db.q
    .select({ studyId: round.studyId, round: round.number, seatId: seat.id, sealedAt: ballot.sealedAt })
    .from(seat)
    .innerJoin(roundSeat, matches(roundSeat, { studyId: seat.studyId, seatId: seat.id }))
    .innerJoin(round, matches(round, { studyId: roundSeat.studyId, number: roundSeat.round }))
    .leftJoin(ballot, firstOwnBallot(db))
    .where(and(eq(seat.accountId, accountId), isNull(seat.unseatedAt), isUnended(db), hasWork(db)));
  return rows.map(({ sealedAt, ...place }) => ({ ...place, hasSealed: sealedAt !== null }));
}

/** Whether a round has pairs to judge, or asks for tolerances. */
export function hasWork({ t: { round } }: Reader) {
  return or(gt(round.pairCount, 0), isNotNull(round.tolerancePairs));
}

/** Joins a seat's first ballot in a round, which marks the seat as sealed: sealing again makes another version. */
function firstBallot(db: Reader) {
  return and(ballotOfSeat(db), eq(db.t.ballot.version, 1));
}

/** Joins the first ballot that the seat's holder may see. */
function firstOwnBallot(db: Reader) {
  const { ballot, roundSeat } = db.t;
  return and(ballotOfSeat(db), eq(ballot.version, sql`coalesce(${roundSeat.hiddenVersion}, 0) + 1`));
}

function ballotOfSeat(db: Reader) {
  const { roundSeat, ballot } = db.t;
  return matches(ballot, { studyId: roundSeat.studyId, round: roundSeat.round, seatId: roundSeat.seatId });
}
