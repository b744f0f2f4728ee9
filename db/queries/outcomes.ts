import { and, asc, count, eq, gt, inArray, isNotNull, notExists, sql } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { findRow, insertingAll, listRows } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";
import { listDecisions } from "./draws.ts";
import { listOverrides } from "./overrides.ts";
import { listRounds } from "./rounds.ts";

export const insertOutcomes = insertingAll("outcome");

export async function findOutcomeByKey(db: Reader, studyId: string, idempotencyKey: string) {
  return findRow(db, "outcome", { studyId, idempotencyKey }, [
    "round",
    "position",
    "version",
    "value",
    "seq",
  ]);
}

export async function findLastOutcome(db: Reader, studyId: string, round: number, position: number) {
  return findRow(db, "outcome", { studyId, round, position }, ["version", "value", "seq"], ["-version"]);
}

/** Lists every version of every outcome of these rounds, in log order. */
export async function listOutcomes(db: Reader, studyId: string, rounds: readonly number[]) {
  const rows = await listRows(db, "outcome", { studyId, round: rounds }, [
    ...(["round", "position", "version", "value", "seq", "recordedAt"] as const),
  ]);
  // Ordered by the database, all outcomes of the study would be looked at.
  return rows.sort((a, b) => a.seq - b.seq);
}

/**
 * Lists a page of a study's people with their decision and the outcome that counts. A draw that was made at an opening
 * stays unknown until its round is closed.
 *
 * Each table is queried separately: one statement that joins them all is cubic in the people on PostgreSQL as long as
 * it has no statistics of the tables.
 */
export async function listOutcomeStatuses(
  db: Reader,
  { studyId, after, limit }: { studyId: string; after: number; limit: number },
) {
  const people = await listPage(db, { studyId, after, limit });
  const numbers = [...new Set(people.flatMap(({ round }) => round ?? []))];
  const closed = (await listRounds(db, studyId, numbers)).flatMap(({ number, state }) =>
    state === "closed" ? [number] : [],
  );
  const positions = new Map(
    (await listPositions(db, studyId, numbers)).map((row) => [`${row.round} ${row.personId}`, row.position]),
  );
  const places = <Row extends { round: number; position: number }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [`${row.round} ${row.position}`, row]));
  const decisions = places(await listDecisions(db, studyId, closed));
  const overrides = places(await listOverrides(db, studyId, closed));
  // In log order, so the last version remains.
  const outcomes = places(await listOutcomes(db, studyId, numbers));
  return people.map((row) => {
    const position = positions.get(`${row.round} ${row.person}`) ?? null;
    const place = `${row.round} ${position}`;
    const selected = decisions.get(place)?.selected ?? null;
    const value = outcomes.get(place)?.value ?? null;
    return { ...row, position, selected, isOverridden: overrides.has(place), value };
  });
}

async function listPage(
  db: Reader,
  { studyId, after, limit }: { studyId: string; after: number; limit: number },
) {
  const { person, personData, peopleImport } = db.t;
  return db.q
    .select({
      ordinal: person.ordinal,
      person: person.id,
      identifiers: personData.identifiers,
      round: person.roundNumber,
    })
    .from(person)
    .innerJoin(peopleImport, matches(peopleImport, { studyId: person.studyId, id: person.importId }))
    .leftJoin(personData, matches(personData, { studyId: person.studyId, personId: person.id }))
    .where(and(eq(person.studyId, studyId), isNotNull(peopleImport.seq), gt(person.ordinal, after)))
    .orderBy(asc(person.ordinal))
    .limit(limit);
}

async function listPositions(db: Reader, studyId: string, rounds: readonly number[]) {
  return listRows(db, "roundPerson", { studyId, round: rounds }, ["round", "position", "personId"]);
}

/** Counts the picked people of each closed round who wait for their first outcome. */
export async function countAwaited(db: Reader, studyIds: readonly string[]) {
  const { round, decision, outcome } = db.t;
  const known = db.q
    .select({ one: sql`1` })
    .from(outcome)
    .where(
      matches(outcome, { studyId: decision.studyId, round: decision.round, position: decision.position }),
    );
  return db.q
    .select({ studyId: decision.studyId, round: decision.round, awaited: count() })
    .from(decision)
    .innerJoin(round, matches(round, { studyId: decision.studyId, number: decision.round }))
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
