import { and, eq, isNull, max } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import type { SeatInRound } from "./round-seats.ts";
import { isUnended } from "./rounds.ts";

/** Lists an account's seats on panels of open rounds, in all studies. */
export async function listOpenPlacesOf(db: Reader, accountId: string): Promise<SeatInRound[]> {
  const { seat, roundSeat, round } = db.t;
  return db.q
    .select({ studyId: round.studyId, round: round.number, seatId: seat.id })
    .from(seat)
    .innerJoin(roundSeat, matches(roundSeat, { studyId: seat.studyId, seatId: seat.id }))
    .innerJoin(round, matches(round, { studyId: roundSeat.studyId, number: roundSeat.round }))
    .where(and(eq(seat.accountId, accountId), isNull(seat.unseatedAt), isUnended(db)))
    .orderBy(round.studyId, round.number);
}

/** Hides what a seat has sealed and saved so far in an open round. It counts as before. */
export async function hideVerdicts(
  tx: Tx,
  { studyId, round, seatId }: SeatInRound,
  hiddenAt: number,
): Promise<void> {
  const { ballot, roundSeat, savedVerdict, remark } = tx.t;
  const sealed = await tx.q
    .select({ version: max(ballot.version) })
    .from(ballot)
    .where(matches(ballot, { studyId, round, seatId }));
  await tx.q
    .update(roundSeat)
    .set({ hiddenAt, hiddenVersion: Number(sealed[0]?.version ?? 0) })
    .where(matches(roundSeat, { studyId, round, seatId }));
  await tx.q
    .update(savedVerdict)
    .set({ isHidden: true })
    .where(matches(savedVerdict, { studyId, round, seatId }));
  await tx.q.update(remark).set({ isHidden: true }).where(matches(remark, { studyId, round, seatId }));
}

/** Finds since when a seat's earlier verdicts are hidden; null: they are not, or the round is over. */
export async function findHiddenAt(db: Reader, { studyId, round: number, seatId }: SeatInRound) {
  const { roundSeat, round } = db.t;
  const rows = await db.q
    .select({ hiddenAt: roundSeat.hiddenAt })
    .from(roundSeat)
    .innerJoin(round, matches(round, { studyId: roundSeat.studyId, number: roundSeat.round }))
    .where(and(matches(roundSeat, { studyId, round: number, seatId }), isUnended(db)));
  return rows[0]?.hiddenAt ?? null;
}
