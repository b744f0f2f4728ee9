import { and, asc, desc, eq, gt } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

/** The panel of a round in the order of its places. */
export async function listRoundSeats(db: Reader, studyId: string, number: number) {
  const { roundSeat, seat, account } = db.t;
  return db.q
    .select({
      place: roundSeat.place,
      seatId: roundSeat.seatId,
      accountId: seat.accountId,
      displayName: account.displayName,
    })
    .from(roundSeat)
    .innerJoin(seat, and(eq(seat.studyId, roundSeat.studyId), eq(seat.id, roundSeat.seatId)))
    .innerJoin(account, eq(account.id, seat.accountId))
    .where(and(eq(roundSeat.studyId, studyId), eq(roundSeat.round, number)))
    .orderBy(asc(roundSeat.place));
}

/** Where mail to the panel of a round goes; apart from {@link listRoundSeats}, whose rows are shown. */
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
    .where(and(eq(roundSeat.studyId, studyId), eq(roundSeat.round, number)))
    .orderBy(asc(roundSeat.place));
}

/** The newest round with a pair to judge on whose panel a seat is, as far as it can be told before its end. */
export async function findNewestRoundOfSeat(db: Reader, studyId: string, seatId: string) {
  const { roundSeat, round } = db.t;
  const rows = await db.q
    .select({ number: round.number, state: round.state, deadlineAt: round.deadlineAt })
    .from(roundSeat)
    .innerJoin(round, and(eq(round.studyId, roundSeat.studyId), eq(round.number, roundSeat.round)))
    .where(and(eq(roundSeat.studyId, studyId), eq(roundSeat.seatId, seatId), gt(round.pairCount, 0)))
    .orderBy(desc(roundSeat.round))
    .limit(1);
  return rows[0];
}

/** The rounds with a pair to judge on whose panel a seat is. */
export async function listRoundsOfSeat(db: Reader, studyId: string, seatId: string): Promise<number[]> {
  const { roundSeat, round } = db.t;
  const rows = await db.q
    .select({ round: roundSeat.round })
    .from(roundSeat)
    .innerJoin(round, and(eq(round.studyId, roundSeat.studyId), eq(round.number, roundSeat.round)))
    .where(and(eq(roundSeat.studyId, studyId), eq(roundSeat.seatId, seatId), gt(round.pairCount, 0)))
    .orderBy(asc(roundSeat.round));
  return rows.map((row) => row.round);
}

export async function replaceRoundSeat(
  tx: Tx,
  { studyId, round, place, seatId }: { studyId: string; round: number; place: number; seatId: string },
): Promise<void> {
  const { roundSeat } = tx.t;
  await tx.q
    .update(roundSeat)
    .set({ seatId })
    .where(and(eq(roundSeat.studyId, studyId), eq(roundSeat.round, round), eq(roundSeat.place, place)));
}
