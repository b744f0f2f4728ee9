import { and, asc, count, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { prepared } from "#db/store/prepared.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { isUnended } from "./rounds.ts";

/** The panel of a round in the order of its places. */
export async function listRoundSeats(db: Reader, studyId: string, number: number) {
  return roundSeats(db, { studyId, number });
}

const roundSeats = prepared({ studyId: "text", number: "number" }, ({ q, t }, { studyId, number }) => {
  const { roundSeat, seat, account } = t;
  return q
    .select({
      place: roundSeat.place,
      seatId: roundSeat.seatId,
      accountId: seat.accountId,
      displayName: account.displayName,
      unseatedAt: seat.unseatedAt,
    })
    .from(roundSeat)
    .innerJoin(seat, and(eq(seat.studyId, roundSeat.studyId), eq(seat.id, roundSeat.seatId)))
    .innerJoin(account, eq(account.id, seat.accountId))
    .where(and(eq(roundSeat.studyId, studyId), eq(roundSeat.round, number)))
    .orderBy(asc(roundSeat.place));
});

/** Whether a seat is on the panel of a round. */
export async function isRoundSeat(
  db: Reader,
  place: { studyId: string; round: number; seatId: string },
): Promise<boolean> {
  return (await roundSeatsOfId(db, place)).length > 0;
}

const roundSeatsOfId = prepared(
  { studyId: "text", round: "number", seatId: "text" },
  ({ q, t }, { studyId, round, seatId }) =>
    q
      .select({ place: t.roundSeat.place })
      .from(t.roundSeat)
      .where(
        and(eq(t.roundSeat.studyId, studyId), eq(t.roundSeat.round, round), eq(t.roundSeat.seatId, seatId)),
      ),
);

/** Where mail to the panel of a round goes, but for seats that have ended since; apart from {@link listRoundSeats}, whose rows are shown. */
export async function listRoundAddresses(db: Reader, studyId: string, number: number) {
  const { roundSeat, seat, account } = db.t;
  return db.q
    .select({
      seatId: roundSeat.seatId,
      displayName: account.displayName,
      email: account.email,
      suspendedAt: account.suspendedAt,
    })
    .from(roundSeat)
    .innerJoin(seat, and(eq(seat.studyId, roundSeat.studyId), eq(seat.id, roundSeat.seatId)))
    .innerJoin(account, eq(account.id, seat.accountId))
    .where(and(eq(roundSeat.studyId, studyId), eq(roundSeat.round, number), isNull(seat.unseatedAt)))
    .orderBy(asc(roundSeat.place));
}

/** The seats on these rounds' panels, by round, then place. */
export async function listPlaces(db: Reader, studyId: string, rounds: readonly number[]) {
  const { roundSeat } = db.t;
  return db.q
    .select({ round: roundSeat.round, seatId: roundSeat.seatId })
    .from(roundSeat)
    .where(and(eq(roundSeat.studyId, studyId), inArray(roundSeat.round, [...rounds])))
    .orderBy(asc(roundSeat.round), asc(roundSeat.place));
}

/** The rounds on whose panel an account is or was, oldest first; of a seat that has ended those that were over then. */
export async function listPlacesOf(
  db: Reader,
  { studyId, accountId, round: number }: { studyId: string; accountId: string; round?: number },
) {
  const { roundSeat, round, seat } = db.t;
  return db.q
    .select({ round: roundSeat.round, seatId: roundSeat.seatId, pairCount: round.pairCount })
    .from(roundSeat)
    .innerJoin(round, and(eq(round.studyId, roundSeat.studyId), eq(round.number, roundSeat.round)))
    .innerJoin(seat, and(eq(seat.studyId, roundSeat.studyId), eq(seat.id, roundSeat.seatId)))
    .where(
      and(
        eq(roundSeat.studyId, studyId),
        eq(seat.accountId, accountId),
        or(isNull(seat.unseatedAt), lte(round.closedAt, seat.unseatedAt)),
        number === undefined ? undefined : eq(roundSeat.round, number),
      ),
    )
    .orderBy(asc(roundSeat.round));
}

/** The seat of an account on the panel of one round. */
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
  const { roundSeat } = tx.t;
  await tx.q
    .update(roundSeat)
    .set({ seatId, hiddenAt: null, hiddenVersion: null })
    .where(and(eq(roundSeat.studyId, studyId), eq(roundSeat.round, round), eq(roundSeat.place, place)));
}

/** How many seats on the panel of each study's round that is not over are in use, and how many of them have sealed. */
export async function countOpenSeats(db: Reader, studyIds: readonly string[]) {
  const { round, roundSeat, seat, ballot } = db.t;
  const inUse = and(
    eq(seat.studyId, roundSeat.studyId),
    eq(seat.id, roundSeat.seatId),
    isNull(seat.unseatedAt),
  );
  return db.q
    .select({ studyId: round.studyId, seats: count(seat.id), sealed: count(ballot.seatId) })
    .from(round)
    .innerJoin(roundSeat, and(eq(roundSeat.studyId, round.studyId), eq(roundSeat.round, round.number)))
    .innerJoin(seat, inUse)
    .leftJoin(ballot, firstBallot(db))
    .where(and(inArray(round.studyId, [...studyIds]), isUnended(db)))
    .groupBy(round.studyId);
}

/** The rounds with a pair to judge that are not over, on whose panel somebody sits, and whether they see a ballot of theirs. */
export async function listOpenPlaces(db: Reader, accountId: string) {
  const { round, roundSeat, seat, ballot } = db.t;
  const rows = await db.q
    .select({ studyId: round.studyId, sealedAt: ballot.sealedAt })
    .from(seat)
    .innerJoin(roundSeat, and(eq(roundSeat.studyId, seat.studyId), eq(roundSeat.seatId, seat.id)))
    .innerJoin(round, and(eq(round.studyId, roundSeat.studyId), eq(round.number, roundSeat.round)))
    .leftJoin(ballot, firstOwnBallot(db))
    .where(
      and(eq(seat.accountId, accountId), isNull(seat.unseatedAt), isUnended(db), gt(round.pairCount, 0)),
    );
  return rows.map(({ studyId, sealedAt }) => ({ studyId, hasSealed: sealedAt !== null }));
}

/** The first ballot of a seat in a round, by which it has sealed: sealing again makes another version. */
function firstBallot(db: Reader) {
  return and(ballotOfSeat(db), eq(db.t.ballot.version, 1));
}

/** The first one that whoever sits there may see. */
function firstOwnBallot(db: Reader) {
  const { ballot, roundSeat } = db.t;
  return and(ballotOfSeat(db), eq(ballot.version, sql`coalesce(${roundSeat.hiddenVersion}, 0) + 1`));
}

function ballotOfSeat(db: Reader) {
  const { roundSeat, ballot } = db.t;
  return and(
    eq(ballot.studyId, roundSeat.studyId),
    eq(ballot.round, roundSeat.round),
    eq(ballot.seatId, roundSeat.seatId),
  );
}
