import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

function columns(db: Reader) {
  const { round } = db.t;
  return {
    number: round.number,
    t: round.t,
    state: round.state,
    openedSeq: round.openedSeq,
    openedAt: round.openedAt,
    openedHash: round.openedHash,
    inputsHash: round.inputsHash,
    appliedSeq: round.appliedSeq,
    noiseSeed: round.noiseSeed,
    eta: round.eta,
    fairnessWeight: round.fairnessWeight,
    seatCount: round.seatCount,
    neededFlags: round.neededFlags,
    guidelineVersion: round.guidelineVersion,
    deadlineAt: round.deadlineAt,
    closedSeq: round.closedSeq,
    closedAt: round.closedAt,
    closedHash: round.closedHash,
    closeReason: round.closeReason,
  };
}

export type RoundRow = NonNullable<Awaited<ReturnType<typeof findRound>>>;

export async function findRound(db: Reader, studyId: string, number: number) {
  const rows = await db.q
    .select(columns(db))
    .from(db.t.round)
    .where(and(eq(db.t.round.studyId, studyId), eq(db.t.round.number, number)));
  return rows[0];
}

export async function findOpenRound(db: Reader, studyId: string) {
  const rows = await db.q
    .select(columns(db))
    .from(db.t.round)
    .where(and(eq(db.t.round.studyId, studyId), eq(db.t.round.state, "open")));
  return rows[0];
}

/** The named rounds, or all of them, newest first. */
export async function listRounds(db: Reader, studyId: string, numbers?: readonly number[]) {
  const { round } = db.t;
  const named = numbers === undefined ? undefined : inArray(round.number, [...numbers]);
  return db.q
    .select(columns(db))
    .from(round)
    .where(and(eq(round.studyId, studyId), named))
    .orderBy(desc(round.number));
}

export async function insertRound(
  tx: Tx,
  opening: {
    round: Tx["t"]["round"]["$inferInsert"];
    people: Tx["t"]["roundPerson"]["$inferInsert"][];
    seats: Tx["t"]["roundSeat"]["$inferInsert"][];
  },
): Promise<void> {
  await tx.q.insert(tx.t.round).values(opening.round);
  await tx.q.insert(tx.t.roundPerson).values(opening.people);
  await tx.q.insert(tx.t.roundSeat).values(opening.seats);
}

export async function endRound(
  tx: Tx,
  key: { studyId: string; number: number },
  end: {
    state: "closed" | "cancelled";
    closedSeq: number;
    closedAt: number;
    closedHash: string;
    closeReason: string;
  },
): Promise<void> {
  const { round } = tx.t;
  await tx.q
    .update(round)
    .set(end)
    .where(and(eq(round.studyId, key.studyId), eq(round.number, key.number)));
}

export async function setDeadline(
  tx: Tx,
  key: { studyId: string; number: number },
  deadlineAt: number,
): Promise<void> {
  const { round } = tx.t;
  await tx.q
    .update(round)
    .set({ deadlineAt })
    .where(and(eq(round.studyId, key.studyId), eq(round.number, key.number)));
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

export async function listRoundPeople(db: Reader, studyId: string, number: number) {
  const { roundPerson } = db.t;
  return db.q
    .select({ position: roundPerson.position, personId: roundPerson.personId, chance: roundPerson.chance })
    .from(roundPerson)
    .where(and(eq(roundPerson.studyId, studyId), eq(roundPerson.round, number)))
    .orderBy(asc(roundPerson.position));
}

/** The people of several rounds with their features; a person who was erased has null there. */
export async function listRoundFeatures(db: Reader, studyId: string, numbers: readonly number[]) {
  const { roundPerson, personData } = db.t;
  return db.q
    .select({
      round: roundPerson.round,
      position: roundPerson.position,
      personId: roundPerson.personId,
      chance: roundPerson.chance,
      features: personData.features,
    })
    .from(roundPerson)
    .leftJoin(
      personData,
      and(eq(personData.studyId, roundPerson.studyId), eq(personData.personId, roundPerson.personId)),
    )
    .where(and(eq(roundPerson.studyId, studyId), inArray(roundPerson.round, [...numbers])))
    .orderBy(asc(roundPerson.round), asc(roundPerson.position));
}

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

/** The newest round on whose panel a seat is, as far as it can be told before its end. */
export async function findNewestRoundOfSeat(db: Reader, studyId: string, seatId: string) {
  const { roundSeat, round } = db.t;
  const rows = await db.q
    .select({ number: round.number, state: round.state, deadlineAt: round.deadlineAt })
    .from(roundSeat)
    .innerJoin(round, and(eq(round.studyId, roundSeat.studyId), eq(round.number, roundSeat.round)))
    .where(and(eq(roundSeat.studyId, studyId), eq(roundSeat.seatId, seatId)))
    .orderBy(desc(roundSeat.round))
    .limit(1);
  return rows[0];
}

/** The numbers of the rounds on whose panel a seat is. */
export async function listRoundsOfSeat(db: Reader, studyId: string, seatId: string): Promise<number[]> {
  const { roundSeat } = db.t;
  const rows = await db.q
    .select({ round: roundSeat.round })
    .from(roundSeat)
    .where(and(eq(roundSeat.studyId, studyId), eq(roundSeat.seatId, seatId)))
    .orderBy(asc(roundSeat.round));
  return rows.map((row) => row.round);
}
