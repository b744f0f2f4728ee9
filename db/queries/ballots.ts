import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  max,
  not,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { prepared } from "#db/store/prepared.ts";
import { findRow, inserting, listRows } from "#db/store/rows.ts";
import { inSlices } from "#db/store/slices.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { isHeld, type SeatInRound } from "./round-seats.ts";
import { isUnended } from "./rounds.ts";

const columns = [
  ...(["seatId", "version", "verdicts", "votes", "salt", "nonce", "shown"] as const),
  ...(["commitment", "key", "signature", "seq", "sealedAt"] as const),
] as const;

export type BallotRow = Awaited<ReturnType<typeof listVersions>>[number];

function ofSeat(db: Reader, key: SeatInRound) {
  const { ballot } = db.t;
  return matches(ballot, { studyId: key.studyId, round: key.round, seatId: key.seatId });
}

export const insertBallot = inserting("ballot");

export async function findBallotByKey(db: Reader, key: SeatInRound & { idempotencyKey: string }) {
  const { studyId, round, seatId, idempotencyKey } = key;
  return findRow(db, "ballot", { studyId, round, seatId, idempotencyKey }, columns);
}

/** Selects the number of each seat's last version in these rounds. */
function lastVersions(db: Reader, studyId: string, rounds: readonly number[]) {
  const { ballot } = db.t;
  return db.q
    .select({ round: ballot.round, seatId: ballot.seatId, version: max(ballot.version).as("last_version") })
    .from(ballot)
    .where(matches(ballot, { studyId, round: rounds }))
    .groupBy(ballot.round, ballot.seatId)
    .as("last");
}

function isLast(db: Reader, last: ReturnType<typeof lastVersions>) {
  const { ballot } = db.t;
  return matches(ballot, { round: last.round, seatId: last.seatId, version: last.version });
}

/** Lists each seat's last version in these rounds, by round, then seat: the ballots that may count. */
export async function listLastBallots(
  db: Reader,
  { studyId, rounds }: { studyId: string; rounds: readonly number[] },
) {
  const { ballot } = db.t;
  const last = lastVersions(db, studyId, rounds);
  return db.q
    .select(pick(ballot, "round", ...columns))
    .from(ballot)
    .innerJoin(last, isLast(db, last))
    .where(matches(ballot, { studyId, round: rounds }))
    .orderBy(asc(ballot.round), asc(ballot.seatId));
}

/** Columns of the round and the seat that a ballot belongs to. */
function placeOfBallot(db: Reader) {
  const { ballot, round, roundSeat } = db.t;
  return {
    ofRound: matches(round, { studyId: ballot.studyId, number: ballot.round }),
    ofPlace: matches(roundSeat, { studyId: ballot.studyId, round: ballot.round, seatId: ballot.seatId }),
    /** False for ballots of a round that is not over, sealed before a password reset by a link. */
    isShown: or(
      not(isUnended(db)),
      isNull(roundSeat.hiddenVersion),
      gt(ballot.version, roundSeat.hiddenVersion),
    ),
  };
}

/** Lists the last version that a seat sealed in each of these rounds, as far as its holder may see it, by round. */
export async function listOwnBallots(
  db: Reader,
  { studyId, seatId, rounds }: { studyId: string; seatId: string; rounds: readonly number[] },
) {
  const { ballot, round, roundSeat } = db.t;
  const last = lastVersions(db, studyId, rounds);
  const { ofRound, ofPlace, isShown } = placeOfBallot(db);
  return db.q
    .select(pick(ballot, "round", ...columns))
    .from(ballot)
    .innerJoin(last, isLast(db, last))
    .innerJoin(round, ofRound)
    .leftJoin(roundSeat, ofPlace)
    .where(and(matches(ballot, { studyId, seatId, round: rounds }), isShown))
    .orderBy(asc(ballot.round));
}

/** Lists the auditors' own random bytes of a round, as each seat first sealed: they enter the draw. */
export async function listFirstNonces(db: Reader, studyId: string, round: number) {
  return listRows(db, "ballot", { studyId, round, version: 1 }, ["seatId", "nonce"], ["seatId"]);
}

/** Lists every version that a seat sealed in a round, as far as its holder may see it, oldest first. */
export async function listVersions(db: Reader, key: SeatInRound) {
  const { ballot, round, roundSeat } = db.t;
  const { ofRound, ofPlace, isShown } = placeOfBallot(db);
  return db.q
    .select(pick(ballot, ...columns))
    .from(ballot)
    .innerJoin(round, ofRound)
    .leftJoin(roundSeat, ofPlace)
    .where(and(ofSeat(db, key), isShown))
    .orderBy(asc(ballot.version));
}

/**
 * Lists every ballot that an account sealed in a study, as far as it may see it, newest first: where it is, and its
 * votes on earlier reports, without its verdicts.
 */
export async function listSealedBy(
  db: Reader,
  { studyId, accountId }: { studyId: string; accountId: string },
) {
  const { ballot, round, roundSeat, seat } = db.t;
  const { ofRound, ofPlace, isShown } = placeOfBallot(db);
  return db.q
    .select({ ...pick(ballot, "round", "version", "seq", "sealedAt", "votes"), state: round.state })
    .from(ballot)
    .innerJoin(round, ofRound)
    .innerJoin(roundSeat, ofPlace)
    .innerJoin(seat, matches(seat, { studyId: ballot.studyId, id: ballot.seatId }))
    .where(and(eq(ballot.studyId, studyId), eq(seat.accountId, accountId), isHeld(db), isShown))
    .orderBy(desc(ballot.seq));
}

/** Counts the versions that a seat has sealed in a round, and those of them after a moment. */
export async function countVersions(
  db: Reader,
  { after, ...key }: SeatInRound & { after: number },
): Promise<{ all: number; late: number }> {
  const count = (which: SQL | undefined) => db.q.$count(db.t.ballot, which);
  const all = await count(ofSeat(db, key));
  return { all, late: await count(and(ofSeat(db, key), gt(db.t.ballot.sealedAt, after))) };
}

/** Lists which seats sealed, and when; without the content. */
export async function listSealTimes(db: Reader, studyId: string, round: number) {
  return listRows(db, "ballot", { studyId, round }, ["seatId", "version", "sealedAt"], ["seatId", "version"]);
}

type Pair = readonly [high: number, low: number];

/** Saves verdicts of one seat and replaces earlier ones of the same pairs. A pair may occur only once. */
export async function saveVerdictRows(
  tx: Tx,
  { savedAt, ...key }: SeatInRound & { savedAt: number },
  verdicts: readonly Verdict[],
): Promise<void> {
  const rows = verdicts.map(([high, low, word, tolerance]) => ({
    ...key,
    ...{ high, low, word, tolerance: tolerance ?? null, savedAt },
  }));
  const [first, ...others] = rows;
  // The usual case: one key press saves one verdict.
  if (first !== undefined && others.length === 0) {
    await saveOne(tx, first);
    return;
  }
  for await (const slice of inSlices(rows)) await upsertVerdicts(tx, slice);
}

const saveOne = prepared(
  {
    ...{ studyId: "text", round: "number", seatId: "text" },
    ...{ high: "number", low: "number", word: "text", tolerance: "numberOrNull", savedAt: "number" },
  },
  (tx, places) => upsertVerdicts(tx, [places]),
);

type SavedRow = Omit<Tx["t"]["savedVerdict"]["$inferInsert"], "isHidden">;
type Filled<Row> = { readonly [Name in keyof Row]: Row[Name] | Placeholder };

function upsertVerdicts(tx: Tx, rows: readonly Filled<SavedRow>[]) {
  const { savedVerdict: saved } = tx.t;
  return tx.q
    .insert(saved)
    .values(rows.map((row) => ({ ...row, isHidden: false })))
    .onConflictDoUpdate({
      target: [saved.studyId, saved.round, saved.seatId, saved.high, saved.low],
      set: {
        word: sql`excluded.word`,
        tolerance: sql`excluded.tolerance`,
        savedAt: sql`excluded.saved_at`,
        isHidden: false,
      },
    });
}

/** Removes the saved verdicts of one seat on these pairs. */
export async function takeBackVerdicts(tx: Tx, key: SeatInRound, pairs: readonly Pair[]): Promise<void> {
  const { savedVerdict: saved } = tx.t;
  const ofSeat = [eq(saved.studyId, key.studyId), eq(saved.round, key.round), eq(saved.seatId, key.seatId)];
  for (const [high, of] of Map.groupBy(pairs, ([one]) => one)) {
    const lows = of.map(([, low]) => low);
    await tx.q.delete(saved).where(and(...ofSeat, eq(saved.high, high), inArray(saved.low, lows)));
  }
}

/** Lists when the verdicts of a round were saved, by seat; without the content. */
export async function listSaveTimes(db: Reader, studyId: string, round: number) {
  return listRows(db, "savedVerdict", { studyId, round }, ["seatId", "savedAt"], ["seatId", "savedAt"]);
}

/** Lists the saved verdicts of a seat, as far as its holder may see them. */
export async function listSavedVerdicts(db: Reader, key: SeatInRound) {
  const { savedVerdict, round } = db.t;
  const rows = await db.q
    .select(pick(savedVerdict, "high", "low", "word", "tolerance", "savedAt"))
    .from(savedVerdict)
    .innerJoin(round, matches(round, { studyId: savedVerdict.studyId, number: savedVerdict.round }))
    .where(
      and(
        matches(savedVerdict, { studyId: key.studyId, round: key.round, seatId: key.seatId }),
        or(eq(savedVerdict.isHidden, false), not(isUnended(db))),
      ),
    )
    .orderBy(asc(savedVerdict.high), asc(savedVerdict.low));
  return rows.map(({ high, low, word, tolerance, savedAt }) => {
    const verdict: Verdict = tolerance === null ? [high, low, word] : [high, low, word, tolerance];
    return { verdict, savedAt };
  });
}
