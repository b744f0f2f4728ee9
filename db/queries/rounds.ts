import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  sql,
} from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { prepared } from "#db/store/prepared.ts";
import { countRows, findRow, listRows, listValues, updateRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

const columns = [
  ...(["number", "t", "state", "openedSeq", "openedAt", "openedHash", "inputsHash", "appliedSeq"] as const),
  ...(["noiseSeed", "eta", "fairnessWeight", "guard", "pairCount", "docket", "tolerancePairs"] as const),
  ...(["seatCount", "panelChosen", "neededFlags", "decisionRule", "guidelineVersion"] as const),
  ...(["deadlineAt", "closing", "chosen", "beaconRound", "beaconSignature", "beaconTrouble"] as const),
  ...(["closingSeq", "closingAt", "closingHash", "closedSeq", "closedAt", "closedHash"] as const),
  ...(["closeReason"] as const),
] as const;

export type RoundRow = NonNullable<Awaited<ReturnType<typeof findRound>>>;

export async function findRound(db: Reader, studyId: string, number: number) {
  return findRow(db, "round", { studyId, number }, columns);
}

/**
 * Whether a round is not over: it takes ballots or will, or they are frozen and its draw is awaited. Written out and not as
 * values, so that both engines see that the index of such rounds answers it. A query of a study's rounds has no order:
 * for the order of their numbers SQLite would read all rounds of the study.
 */
export function isUnended({ t }: Reader) {
  return sql`${t.round.state} in ('open', 'closing')`;
}

/** Lists the rounds that are not over, oldest first. */
export async function listOpenRounds(db: Reader, studyId: string) {
  return (await unendedRounds(db, { studyId })).sort(byNumber);
}

function byNumber(a: { readonly number: number }, b: { readonly number: number }): number {
  return a.number - b.number;
}

/** Lists the rounds whose policies are compared: those that are not over and the last two closed ones, oldest first. */
export async function listComparedRounds(db: Reader, studyId: string): Promise<RoundRow[]> {
  const closed = { studyId, state: "closed" } as const;
  const rounds = [
    ...(await listOpenRounds(db, studyId)),
    ...(await listRows(db, "round", closed, columns, ["-number"], 2)),
  ];
  return rounds.sort(byNumber);
}

const unendedRounds = prepared({ studyId: "text" }, (db, { studyId }) =>
  db.q
    .select(pick(db.t.round, ...columns))
    .from(db.t.round)
    .where(and(eq(db.t.round.studyId, studyId), isUnended(db))),
);

/** Lists studies with a round whose lot or draw awaits a public number. */
export async function listStudiesAwaitingNumbers(db: Reader): Promise<string[]> {
  const { round } = db.t;
  const rows = await db.q
    .select({ studyId: round.studyId })
    .from(round)
    .where(and(isUnended(db), isNotNull(round.beaconRound), isNull(round.beaconSignature)))
    .orderBy(asc(round.studyId));
  return rows.map(({ studyId }) => studyId);
}

/** Lists the named rounds, or all of them, newest first. */
export async function listRounds(db: Reader, studyId: string, numbers?: readonly number[]) {
  return listRows(db, "round", { studyId, ...(numbers && { number: numbers }) }, columns, ["-number"]);
}

/** Lists the rounds of these studies that are not over, the oldest of each first. */
export async function listOpenRoundsIn(db: Reader, studyIds: readonly string[]) {
  const { round } = db.t;
  const rows = await db.q
    .select({
      ...pick(round, "studyId", "number", "state", "pairCount", "neededFlags", "deadlineAt", "closing"),
      ...pick(round, "tolerancePairs"),
    })
    .from(round)
    .where(and(inArray(round.studyId, [...studyIds]), isUnended(db)));
  return rows.sort(byNumber);
}

/** Lists the newest closed rounds whose panels were asked for tolerances, newest first. */
export async function listRoundsWithTolerances(
  db: Reader,
  { studyId, limit }: { studyId: string; limit: number },
) {
  return listRows(
    db,
    "round",
    { studyId, state: "closed", tolerancePairs: isNotNull },
    columns,
    ["-number"],
    limit,
  );
}

/** Lists the numbers of closed rounds after a round, oldest first. */
export async function listClosedAfter(
  db: Reader,
  { studyId, after, limit }: { studyId: string; after: number; limit: number },
): Promise<number[]> {
  return listValues(
    db,
    "round",
    { studyId, state: "closed", number: (column) => gt(column, after) },
    "number",
    ["number"],
    limit,
  );
}

/** Lists the newest rounds of a study, newest first. */
export async function listNewestRounds(db: Reader, studyId: string, limit: number) {
  return listRows(
    db,
    "round",
    { studyId },
    ["number", "state", "openedAt", "closedAt", "deadlineAt", "pairCount"],
    ["-number"],
    limit,
  );
}

/** Counts a study's rounds in each state, and those of them with no pair to judge. */
export async function countRounds(db: Reader, studyId: string) {
  const { round } = db.t;
  const rows = await db.q
    .select({
      state: round.state,
      count: sql<number>`count(*)`,
      withoutPairs: sql<number>`sum(case when ${round.pairCount} = 0 then 1 else 0 end)`,
    })
    .from(round)
    .where(eq(round.studyId, studyId))
    .groupBy(round.state)
    .orderBy(asc(round.state));
  return rows.map(({ state, count, withoutPairs }) => ({
    state,
    count: Number(count),
    withoutPairs: Number(withoutPairs),
  }));
}

/** Lists the numbers of the rounds with these t of the learner. */
export async function listNumbersOf(db: Reader, studyId: string, ts: readonly number[]) {
  const isPlayed = (column: AnyColumn) => ne(column, "cancelled");
  return listRows(db, "round", { studyId, t: ts, state: isPlayed }, ["t", "number"], ["number"]);
}

/** Lists the numbers of all rounds of a study, newest first. */
export async function listRoundNumbers(db: Reader, studyId: string): Promise<number[]> {
  return listValues(db, "round", { studyId }, "number", ["-number"]);
}

/** Lists all rounds of a study with their states and the numbers of their reported pairs, newest first. */
export async function listRoundReports(db: Reader, studyId: string) {
  const { round, violation } = db.t;
  return db.q
    .select({ ...pick(round, "number", "state"), reported: count(violation.high) })
    .from(round)
    .leftJoin(violation, matches(violation, { studyId: round.studyId, round: round.number }))
    .where(eq(round.studyId, studyId))
    .groupBy(round.number, round.state)
    .orderBy(desc(round.number));
}

/** Lists the numbers of a study's closed rounds, oldest first. */
export async function listClosedNumbers(db: Reader, studyId: string): Promise<number[]> {
  return listValues(db, "round", { studyId, state: "closed" }, "number", ["number"]);
}

/** Lists the newest closed rounds that had a pair to judge, newest first. */
export async function listJudgedRounds(
  db: Reader,
  { studyId, limit }: { studyId: string; limit: number },
): Promise<number[]> {
  return listValues(
    db,
    "round",
    { studyId, state: "closed", pairCount: (column) => gt(column, 0) },
    "number",
    ["-number"],
    limit,
  );
}

/** Counts cancelled rounds, seats that sealed a ballot in one, and those of which people were opened again. */
export async function countCancelledRounds(db: Reader, studyId: string) {
  const { round, ballot, roundPerson } = db.t;
  const rows = await db.q
    .select({ number: round.number })
    .from(round)
    .where(matches(round, { studyId, state: "cancelled" }));
  if (rows.length === 0) return { rounds: 0, ballots: 0, reopened: 0 };
  // By their numbers: a join with the rounds would begin with every person and every ballot of the study.
  const numbers = rows.map(({ number }) => number);
  const isLater = sql`exists (select 1 from ${roundPerson} later where later.study_id = ${roundPerson.studyId} and later.round > ${roundPerson.round} and later.person_id = ${roundPerson.personId})`;
  const [reopened] = await db.q
    .select({ count: sql<number>`count(distinct ${roundPerson.round})` })
    .from(roundPerson)
    .where(and(eq(roundPerson.studyId, studyId), inArray(roundPerson.round, numbers), isLater));
  return {
    rounds: rows.length,
    ballots: await db.q.$count(ballot, matches(ballot, { studyId, version: 1, round: numbers })),
    reopened: Number(reopened?.count ?? 0),
  };
}

export async function countClosedRounds(db: Reader, studyId: string): Promise<number> {
  return countRows(db, "round", { studyId, state: "closed" });
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
  await insertRoundSeats(tx, opening.seats);
}

/** Adds the panel of a round; none while its lot awaits a public number. */
export async function insertRoundSeats(tx: Tx, seats: Tx["t"]["roundSeat"]["$inferInsert"][]): Promise<void> {
  if (seats.length > 0) await tx.q.insert(tx.t.roundSeat).values(seats);
}

export type RoundPatch = Partial<
  Pick<
    Tx["t"]["round"]["$inferInsert"],
    | ("state" | "deadlineAt" | "tolerancePairs" | "panelChosen" | "neededFlags" | "decisionRule")
    | ("beaconRound" | "beaconSignature" | "beaconTrouble" | "closingSeq" | "closingAt" | "closingHash")
    | ("closedSeq" | "closedAt" | "closedHash" | "closeReason")
  >
>;

export async function updateRound(
  tx: Tx,
  key: { studyId: string; number: number },
  patch: RoundPatch,
): Promise<void> {
  await updateRows(tx, "round", key, patch);
}
