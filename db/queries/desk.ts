import { and, count, eq, exists, gt, inArray, isNotNull, isNull, lte, notExists, or, sql } from "drizzle-orm";
import type { Reader } from "#db/store/store.ts";
import { isUnended } from "./rounds.ts";

/** The newest round of each of these studies that has one. */
export async function listNewestRounds(db: Reader, studyIds: readonly string[]) {
  const { study, round } = db.t;
  return db.q
    .select({
      studyId: round.studyId,
      number: round.number,
      state: round.state,
      pairCount: round.pairCount,
      neededFlags: round.neededFlags,
      deadlineAt: round.deadlineAt,
      closing: round.closing,
    })
    .from(study)
    .innerJoin(round, and(eq(round.studyId, study.id), eq(round.number, study.roundCount)))
    .where(inArray(study.id, [...studyIds]));
}

/** How many rounds of each of these studies were closed, and how many of those ended with a report. */
export async function countPlayedRounds(db: Reader, studyIds: readonly string[]) {
  const { round, violation } = db.t;
  const reported = db.q
    .select({ one: sql`1` })
    .from(violation)
    .where(and(eq(violation.studyId, round.studyId), eq(violation.round, round.number)));
  const rows = await db.q
    .select({
      studyId: round.studyId,
      closed: count(),
      reported: sql<number>`sum(case when ${exists(reported)} then 1 else 0 end)`,
    })
    .from(round)
    .where(and(inArray(round.studyId, [...studyIds]), eq(round.state, "closed")))
    .groupBy(round.studyId);
  return rows.map((row) => ({ ...row, reported: Number(row.reported) }));
}

/** The first ballot of a seat in a round, by which it has sealed: sealing again makes another version. */
function firstBallot(db: Reader) {
  return and(ballotOfSeat(db), eq(db.t.ballot.version, 1));
}

function ballotOfSeat(db: Reader) {
  const { roundSeat, ballot } = db.t;
  return and(
    eq(ballot.studyId, roundSeat.studyId),
    eq(ballot.round, roundSeat.round),
    eq(ballot.seatId, roundSeat.seatId),
  );
}

/** The first one that whoever sits there may see. */
function firstOwnBallot(db: Reader) {
  const { ballot, roundSeat } = db.t;
  return and(ballotOfSeat(db), eq(ballot.version, sql`coalesce(${roundSeat.hiddenVersion}, 0) + 1`));
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

/** How many picked people of each closed round wait for their first outcome. */
export async function countAwaited(db: Reader, studyIds: readonly string[]) {
  const { round, decision, outcome } = db.t;
  const known = db.q
    .select({ one: sql`1` })
    .from(outcome)
    .where(
      and(
        eq(outcome.studyId, decision.studyId),
        eq(outcome.round, decision.round),
        eq(outcome.position, decision.position),
      ),
    );
  return db.q
    .select({ studyId: decision.studyId, round: decision.round, awaited: count() })
    .from(decision)
    .innerJoin(round, and(eq(round.studyId, decision.studyId), eq(round.number, decision.round)))
    .where(
      and(
        inArray(decision.studyId, [...studyIds]),
        eq(decision.selected, 1),
        eq(round.state, "closed"),
        notExists(known),
      ),
    )
    .groupBy(decision.studyId, decision.round)
    .orderBy(decision.studyId, decision.round);
}

/** How many seats of each study are in use. */
export async function countSeatsIn(db: Reader, studyIds: readonly string[]) {
  const { seat } = db.t;
  return db.q
    .select({ studyId: seat.studyId, seats: count() })
    .from(seat)
    .where(and(inArray(seat.studyId, [...studyIds]), isNull(seat.unseatedAt)))
    .groupBy(seat.studyId);
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

/** Studies in which somebody was an auditor, is none any more, and sat on the panel of a round that was over before. */
export async function listJudgedBefore(db: Reader, accountId: string) {
  const { study, membership, seat, roundSeat, round } = db.t;
  // One round is enough, and a long study has many.
  const sat = db.q
    .select({ one: sql`1` })
    .from(seat)
    .innerJoin(roundSeat, and(eq(roundSeat.studyId, seat.studyId), eq(roundSeat.seatId, seat.id)))
    .innerJoin(round, and(eq(round.studyId, roundSeat.studyId), eq(round.number, roundSeat.round)))
    .where(
      and(
        eq(seat.studyId, study.id),
        eq(seat.accountId, accountId),
        or(isNull(seat.unseatedAt), lte(round.closedAt, seat.unseatedAt)),
      ),
    );
  return db.q
    .select({ id: study.id, name: study.name })
    .from(membership)
    .innerJoin(study, eq(study.id, membership.studyId))
    .where(
      and(
        eq(membership.accountId, accountId),
        eq(membership.role, "auditor"),
        isNotNull(membership.endedAt),
        exists(sat),
      ),
    )
    .orderBy(study.name, study.id);
}
