import { and, asc, desc, eq, gt, inArray, max, type SQL } from "drizzle-orm";
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

export type BallotRow = Awaited<ReturnType<typeof listVersions>>[number];
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

/** The number of the last version of each seat in these rounds. */
function lastVersions(db: Reader, studyId: string, rounds: readonly number[]) {
  const { ballot } = db.t;
  return db.q
    .select({ round: ballot.round, seatId: ballot.seatId, version: max(ballot.version).as("last_version") })
    .from(ballot)
    .where(and(eq(ballot.studyId, studyId), inArray(ballot.round, [...rounds])))
    .groupBy(ballot.round, ballot.seatId)
    .as("last");
}

/** The last version of each seat that sealed in these rounds, or of one of them, by round, then seat: those that may count. */
export async function listLastBallots(
  db: Reader,
  { studyId, rounds, seatId }: { studyId: string; rounds: readonly number[]; seatId?: string },
) {
  const { ballot } = db.t;
  const last = lastVersions(db, studyId, rounds);
  const isLast = and(
    eq(ballot.round, last.round),
    eq(ballot.seatId, last.seatId),
    eq(ballot.version, last.version),
  );
  return db.q
    .select({ round: ballot.round, ...columns(db) })
    .from(ballot)
    .innerJoin(last, isLast)
    .where(and(eq(ballot.studyId, studyId), seatId === undefined ? undefined : eq(ballot.seatId, seatId)))
    .orderBy(asc(ballot.round), asc(ballot.seatId));
}

/** The auditors' own random bytes of a round, as each seat first sealed: they enter the draw. */
export async function listFirstNonces(db: Reader, studyId: string, round: number) {
  const { ballot } = db.t;
  return db.q
    .select({ seatId: ballot.seatId, nonce: ballot.nonce })
    .from(ballot)
    .where(and(eq(ballot.studyId, studyId), eq(ballot.round, round), eq(ballot.version, 1)))
    .orderBy(asc(ballot.seatId));
}

/** Every version a seat sealed in a round, oldest first. */
export async function listVersions(db: Reader, key: SeatKey) {
  return db.q.select(columns(db)).from(db.t.ballot).where(ofSeat(db, key)).orderBy(asc(db.t.ballot.version));
}

/** How many versions a seat has sealed in a round, and how many of them after a moment. */
export async function countVersions(
  db: Reader,
  { after, ...key }: SeatKey & { after: number },
): Promise<{ all: number; late: number }> {
  const count = (which: SQL | undefined) => db.q.$count(db.t.ballot, which);
  const all = await count(ofSeat(db, key));
  return { all, late: await count(and(ofSeat(db, key), gt(db.t.ballot.sealedAt, after))) };
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

export async function saveVerdict(tx: Tx, row: Tx["t"]["savedVerdict"]["$inferInsert"]): Promise<void> {
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
      set: { verdict: row.verdict, savedAt: row.savedAt },
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

export async function listSavedVerdicts(db: Reader, key: SeatKey) {
  const { savedVerdict } = db.t;
  return db.q
    .select({
      high: savedVerdict.high,
      low: savedVerdict.low,
      verdict: savedVerdict.verdict,
      savedAt: savedVerdict.savedAt,
    })
    .from(savedVerdict)
    .where(
      and(
        eq(savedVerdict.studyId, key.studyId),
        eq(savedVerdict.round, key.round),
        eq(savedVerdict.seatId, key.seatId),
      ),
    )
    .orderBy(asc(savedVerdict.high), asc(savedVerdict.low));
}
