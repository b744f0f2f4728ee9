import { and, asc, eq, inArray } from "drizzle-orm";
import type { Reader } from "#db/store/store.ts";

/** Where a study stands: the number of its last log entry, and its newest round. */
export async function findStanding(db: Reader, studyId: string) {
  const { study, round } = db.t;
  const rows = await db.q
    .select({
      nextSeq: study.nextSeq,
      round: round.number,
      state: round.state,
      deadlineAt: round.deadlineAt,
    })
    .from(study)
    .leftJoin(round, and(eq(round.studyId, study.id), eq(round.number, study.roundCount)))
    .where(eq(study.id, studyId));
  return rows[0];
}

/** The people of several rounds with their decisions; null there before a draw. */
export async function listDecidedPeople(db: Reader, studyId: string, rounds: readonly number[]) {
  const { roundPerson, decision } = db.t;
  return db.q
    .select({
      round: roundPerson.round,
      position: roundPerson.position,
      personId: roundPerson.personId,
      chance: roundPerson.chance,
      selected: decision.selected,
    })
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
