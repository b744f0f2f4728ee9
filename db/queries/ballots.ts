import { and, asc, desc, eq, gt, inArray, isNull, ne, or } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

function columns(db: Reader) {
  const { ballot } = db.t;
  return {
    seatId: ballot.seatId,
    version: ballot.version,
    verdicts: ballot.verdicts,
    salt: ballot.salt,
    nonce: ballot.nonce,
    commitment: ballot.commitment,
    seq: ballot.seq,
    sealedAt: ballot.sealedAt,
  };
}

export type BallotRow = Awaited<ReturnType<typeof listBallots>>[number];
type SeatKey = { studyId: string; round: number; seatId: string };

function ofSeat(db: Reader, key: SeatKey) {
  const { ballot } = db.t;
  return and(eq(ballot.studyId, key.studyId), eq(ballot.round, key.round), eq(ballot.seatId, key.seatId));
}

export async function insertBallot(tx: Tx, row: Tx["t"]["ballot"]["$inferInsert"]): Promise<void> {
  await tx.q.insert(tx.t.ballot).values(row);
}

export async function findBallotByKey(db: Reader, key: SeatKey & { idempotencyKey: string }) {
  const rows = await db.q
    .select(columns(db))
    .from(db.t.ballot)
    .where(and(ofSeat(db, key), eq(db.t.ballot.idempotencyKey, key.idempotencyKey)));
  return rows[0];
}

export async function findLastBallot(db: Reader, key: SeatKey) {
  const rows = await db.q
    .select(columns(db))
    .from(db.t.ballot)
    .where(ofSeat(db, key))
    .orderBy(desc(db.t.ballot.version))
    .limit(1);
  return rows[0];
}

/** Every version of every ballot of a round, by seat, then version. */
export async function listBallots(db: Reader, studyId: string, round: number) {
  const { ballot } = db.t;
  return db.q
    .select(columns(db))
    .from(ballot)
    .where(and(eq(ballot.studyId, studyId), eq(ballot.round, round)))
    .orderBy(asc(ballot.seatId), asc(ballot.version));
}

/**
 * Every ballot a seat sealed in these rounds, by round, then version, as far as whoever sits there may see them: not those
 * of an open round from before a new password by a link.
 */
export async function listBallotsOfSeat(
  db: Reader,
  { studyId, seatId, rounds }: { studyId: string; seatId: string; rounds: readonly number[] },
) {
  const { ballot, round, roundSeat } = db.t;
  const isShown = or(
    ne(round.state, "open"),
    isNull(roundSeat.hiddenVersion),
    gt(ballot.version, roundSeat.hiddenVersion),
  );
  return db.q
    .select({ round: ballot.round, ...columns(db) })
    .from(ballot)
    .innerJoin(round, and(eq(round.studyId, ballot.studyId), eq(round.number, ballot.round)))
    .leftJoin(
      roundSeat,
      and(
        eq(roundSeat.studyId, ballot.studyId),
        eq(roundSeat.round, ballot.round),
        eq(roundSeat.seatId, ballot.seatId),
      ),
    )
    .where(
      and(
        eq(ballot.studyId, studyId),
        eq(ballot.seatId, seatId),
        inArray(ballot.round, [...rounds]),
        isShown,
      ),
    )
    .orderBy(asc(ballot.round), asc(ballot.version));
}

/** Who sealed, and when last; nothing about what. */
export async function listSealTimes(db: Reader, studyId: string, round: number) {
  const { ballot } = db.t;
  return db.q
    .select({ seatId: ballot.seatId, version: ballot.version, sealedAt: ballot.sealedAt })
    .from(ballot)
    .where(and(eq(ballot.studyId, studyId), eq(ballot.round, round)))
    .orderBy(asc(ballot.seatId), asc(ballot.version));
}

export async function saveVerdict(
  tx: Tx,
  verdict: Omit<Tx["t"]["savedVerdict"]["$inferInsert"], "isHidden">,
): Promise<void> {
  const row = { ...verdict, isHidden: false };
  const { savedVerdict } = tx.t;
  await tx.q
    .insert(savedVerdict)
    .values(row)
    .onConflictDoUpdate({
      target: [
        savedVerdict.studyId,
        savedVerdict.round,
        savedVerdict.seatId,
        savedVerdict.high,
        savedVerdict.low,
      ],
      set: { verdict: row.verdict, savedAt: row.savedAt, isHidden: false },
    });
}

export async function takeBackVerdict(tx: Tx, key: SeatKey & { high: number; low: number }): Promise<void> {
  const { savedVerdict } = tx.t;
  await tx.q
    .delete(savedVerdict)
    .where(
      and(
        eq(savedVerdict.studyId, key.studyId),
        eq(savedVerdict.round, key.round),
        eq(savedVerdict.seatId, key.seatId),
        eq(savedVerdict.high, key.high),
        eq(savedVerdict.low, key.low),
      ),
    );
}

/** The saved verdicts of a seat, as far as whoever sits there may see them: {@link listBallotsOfSeat}. */
export async function listSavedVerdicts(db: Reader, key: SeatKey) {
  const { savedVerdict, round } = db.t;
  return db.q
    .select({
      high: savedVerdict.high,
      low: savedVerdict.low,
      verdict: savedVerdict.verdict,
      savedAt: savedVerdict.savedAt,
    })
    .from(savedVerdict)
    .innerJoin(round, and(eq(round.studyId, savedVerdict.studyId), eq(round.number, savedVerdict.round)))
    .where(
      and(
        eq(savedVerdict.studyId, key.studyId),
        eq(savedVerdict.round, key.round),
        eq(savedVerdict.seatId, key.seatId),
        or(eq(savedVerdict.isHidden, false), ne(round.state, "open")),
      ),
    )
    .orderBy(asc(savedVerdict.high), asc(savedVerdict.low));
}
