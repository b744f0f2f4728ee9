import { and, eq, isNull, max } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";
import { isUnended } from "./rounds.ts";

export type OpenPlace = { readonly studyId: string; readonly round: number; readonly seatId: string };

/** Lists an account's seats on panels of open rounds, in all studies. */
export async function listOpenPlacesOf(db: Reader, accountId: string): Promise<OpenPlace[]> {
  const { seat, roundSeat, round } = db.t;
  return db.q
    .select({ studyId: round.studyId, round: round.number, seatId: seat.id })
    .from(seat)
    .innerJoin(roundSeat, and(eq(roundSeat.studyId, seat.studyId), eq(roundSeat.seatId, seat.id)))
    .innerJoin(round, and(eq(round.studyId, roundSeat.studyId), eq(round.number, roundSeat.round)))
    .where(and(eq(seat.accountId, accountId), isNull(seat.unseatedAt), isUnended(db)))
    .orderBy(round.studyId);
}

/** Hides what a seat has sealed and saved so far in an open round. It counts as before. */
export async function hideVerdicts(
  tx: Tx,
  { studyId, round, seatId }: OpenPlace,
  hiddenAt: number,
): Promise<void> {
  const { ballot, roundSeat, savedVerdict, remark } = tx.t;
  const sealed = await tx.q
    .select({ version: max(ballot.version) })
    .from(ballot)
    .where(and(eq(ballot.studyId, studyId), eq(ballot.round, round), eq(ballot.seatId, seatId)));
  await tx.q
    .update(roundSeat)
    .set({ hiddenAt, hiddenVersion: Number(sealed[0]?.version ?? 0) })
    .where(and(eq(roundSeat.studyId, studyId), eq(roundSeat.round, round), eq(roundSeat.seatId, seatId)));
  await tx.q
    .update(savedVerdict)
    .set({ isHidden: true })
    .where(
      and(eq(savedVerdict.studyId, studyId), eq(savedVerdict.round, round), eq(savedVerdict.seatId, seatId)),
    );
  await tx.q
    .update(remark)
    .set({ isHidden: true })
    .where(and(eq(remark.studyId, studyId), eq(remark.round, round), eq(remark.seatId, seatId)));
}

/** Finds since when a seat's earlier verdicts are hidden; null: they are not, or the round is over. */
export async function findHiddenAt(db: Reader, { studyId, round: number, seatId }: OpenPlace) {
  const { roundSeat, round } = db.t;
  const rows = await db.q
    .select({ hiddenAt: roundSeat.hiddenAt })
    .from(roundSeat)
    .innerJoin(round, and(eq(round.studyId, roundSeat.studyId), eq(round.number, roundSeat.round)))
    .where(
      and(
        eq(roundSeat.studyId, studyId),
        eq(roundSeat.round, number),
        eq(roundSeat.seatId, seatId),
        isUnended(db),
      ),
    );
  return rows[0]?.hiddenAt ?? null;
}
