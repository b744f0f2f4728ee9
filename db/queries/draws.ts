import { asc, count, desc, eq, exists, sql, sum } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { countRows, findRow, listRows } from "#db/store/rows.ts";
import { inSlices } from "#db/store/slices.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export async function insertDraw(
  tx: Tx,
  draw: Tx["t"]["draw"]["$inferInsert"],
  decisions: readonly (0 | 1)[],
): Promise<void> {
  await tx.q.insert(tx.t.draw).values(draw);
  await tx.q.insert(tx.t.decision).values(
    decisions.map((selected, position) => ({
      studyId: draw.studyId,
      round: draw.round,
      position,
      selected,
    })),
  );
}

export async function findDraw(db: Reader, studyId: string, round: number) {
  return findRow(db, "draw", { studyId, round }, ["u", "hypothesis", "drawnAt"]);
}

export async function listDraws(db: Reader, studyId: string, rounds: readonly number[]) {
  return listRows(db, "draw", { studyId, round: rounds }, ["round", "u", "hypothesis"], ["round"]);
}

export async function listDecisions(db: Reader, studyId: string, rounds: readonly number[]) {
  return listRows(
    db,
    "decision",
    { studyId, round: rounds },
    ["round", "position", "selected"],
    ["round", "position"],
  );
}

/** Counts the people of each of these rounds that has decisions, and those of them who were picked. */
export async function countPicked(
  db: Reader,
  studyId: string,
  rounds: readonly number[],
): Promise<Map<number, { picked: number; people: number }>> {
  const { decision } = db.t;
  const rows = await db.q
    .select({ round: decision.round, picked: sum(decision.selected), people: count() })
    .from(decision)
    .where(matches(decision, { studyId, round: rounds }))
    .groupBy(decision.round);
  return new Map(
    rows.map(({ round, picked, people }) => [round, { picked: Number(picked), people: Number(people) }]),
  );
}

export async function insertViolations(tx: Tx, rows: Tx["t"]["violation"]["$inferInsert"][]): Promise<void> {
  for await (const slice of inSlices(rows)) await tx.q.insert(tx.t.violation).values(slice);
}

/** Counts the violations of each of these rounds that has any, and those of them that a later panel annulled. */
export async function countViolations(
  db: Reader,
  studyId: string,
  rounds: readonly number[],
): Promise<Map<number, { reported: number; annulled: number }>> {
  const { violation, annulment } = db.t;
  const rows = await db.q
    .select({ round: violation.round, reported: count(), annulled: count(annulment.proposedSeq) })
    .from(violation)
    .leftJoin(annulment, isAnnulled(db, studyId))
    .where(matches(violation, { studyId, round: rounds }))
    .groupBy(violation.round);
  return new Map(
    rows.map(({ round, reported, annulled }) => [
      round,
      { reported: Number(reported), annulled: Number(annulled) },
    ]),
  );
}

/** Counts the closed rounds of each of these studies, and those of them that ended with a report. */
export async function countPlayedRounds(db: Reader, studyIds: readonly string[]) {
  const { round, violation } = db.t;
  const reported = db.q
    .select({ one: sql`1` })
    .from(violation)
    .where(matches(violation, { studyId: round.studyId, round: round.number }));
  const rows = await db.q
    .select({
      studyId: round.studyId,
      closed: count(),
      reported: sql<number>`sum(case when ${exists(reported)} then 1 else 0 end)`,
    })
    .from(round)
    .where(matches(round, { studyId: studyIds, state: "closed" }))
    .groupBy(round.studyId);
  return rows.map((row) => ({ ...row, reported: Number(row.reported) }));
}

/** Lists the newest rounds with a violation, newest first. */
export async function listReportedRounds(
  db: Reader,
  { studyId, limit }: { studyId: string; limit: number },
): Promise<number[]> {
  const { violation } = db.t;
  const rows = await db.q
    .selectDistinct({ round: violation.round })
    .from(violation)
    .where(eq(violation.studyId, studyId))
    .orderBy(desc(violation.round))
    .limit(limit);
  return rows.map(({ round }) => round);
}

/** Counts all violations of a study. */
export function countReportedPairs(db: Reader, studyId: string): Promise<number> {
  return countRows(db, "violation", { studyId });
}

/** Lists the violations of these rounds, each with the round whose panel annulled it, if one did. */
export async function listViolations(db: Reader, studyId: string, rounds: readonly number[]) {
  const { violation, annulment } = db.t;
  return db.q
    .select({
      ...pick(violation, "round", "high", "low", "flagCount", "weight"),
      annulledIn: annulment.votedIn,
    })
    .from(violation)
    .leftJoin(annulment, isAnnulled(db, studyId))
    .where(matches(violation, { studyId, round: rounds }))
    .orderBy(asc(violation.round), asc(violation.high), asc(violation.low));
}

/** Joins a violation with the proposal by which a later panel annulled it. */
function isAnnulled(db: Reader, studyId: string) {
  const { annulment, violation } = db.t;
  const { round, high, low } = violation;
  return matches(annulment, { studyId, round, high, low, state: "annulled" });
}
