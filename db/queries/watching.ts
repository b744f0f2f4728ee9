import { and, asc, desc, eq, gt, inArray, isNull, max, sql } from "drizzle-orm";
import type { Reader } from "#db/store/store.ts";
import { joinRoundPerson } from "./round-people.ts";

/** Where studies stand, in any order: the number of the next log entry, the newest round and the newest guidelines. */
export async function listStandings(db: Reader, studyIds: readonly string[]) {
  const { study, round, guideline } = db.t;
  const newest = db.q
    .select({ version: max(guideline.version) })
    .from(guideline)
    .where(eq(guideline.studyId, study.id));
  return db.q
    .select({
      studyId: study.id,
      nextSeq: study.nextSeq,
      guidelineVersion: sql<number | null>`(${newest})`,
      round: round.number,
      state: round.state,
      deadlineAt: round.deadlineAt,
    })
    .from(study)
    .leftJoin(round, and(eq(round.studyId, study.id), eq(round.number, study.roundCount)))
    .where(inArray(study.id, [...studyIds]));
}

/** Who holds which seat of a study now, and the newest round with a pair to judge on whose panel it is. */
export async function listSeatStandings(db: Reader, studyId: string) {
  const { seat, roundSeat, round } = db.t;
  // Looked for from the newest round back, a seat at a time: a long study has many more rounds than seats.
  const newest = db.q
    .select({ number: roundSeat.round })
    .from(roundSeat)
    .innerJoin(round, and(eq(round.studyId, roundSeat.studyId), eq(round.number, roundSeat.round)))
    .where(and(eq(roundSeat.studyId, studyId), eq(roundSeat.seatId, seat.id), gt(round.pairCount, 0)))
    .orderBy(desc(roundSeat.round))
    .limit(1);
  return db.q
    .select({
      accountId: seat.accountId,
      seat: seat.id,
      round: round.number,
      state: round.state,
      deadlineAt: round.deadlineAt,
    })
    .from(seat)
    .leftJoin(round, and(eq(round.studyId, seat.studyId), eq(round.number, newest)))
    .where(and(eq(seat.studyId, studyId), isNull(seat.unseatedAt)));
}

/** The people of several rounds with their decisions; null there before a draw. */
export async function listDecidedPeople(db: Reader, studyId: string, rounds: readonly number[]) {
  const { roundPerson, decision } = db.t;
  return db.q
    .select({ ...joinRoundPerson(db).columns, selected: decision.selected })
    .from(roundPerson)
    .leftJoin(
      decision,
      and(
        eq(decision.studyId, roundPerson.studyId),
        eq(decision.round, roundPerson.round),
        eq(decision.position, roundPerson.position),
      ),
    )
    .where(and(eq(roundPerson.studyId, studyId), inArray(roundPerson.round, [...rounds])))
    .orderBy(asc(roundPerson.round), asc(roundPerson.position));
}

export async function listDraws(db: Reader, studyId: string, rounds: readonly number[]) {
  const { draw } = db.t;
  return db.q
    .select({ round: draw.round, u: draw.u, hypothesis: draw.hypothesis })
    .from(draw)
    .where(and(eq(draw.studyId, studyId), inArray(draw.round, [...rounds])))
    .orderBy(asc(draw.round));
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

/** The oldest state of the learner that is still kept. */
export async function findOldestSnapshot(db: Reader, studyId: string) {
  const { learnerSnapshot } = db.t;
  const rows = await db.q
    .select({ appliedSeq: learnerSnapshot.appliedSeq, state: learnerSnapshot.state })
    .from(learnerSnapshot)
    .where(eq(learnerSnapshot.studyId, studyId))
    .orderBy(asc(learnerSnapshot.appliedSeq))
    .limit(1);
  return rows[0];
}
