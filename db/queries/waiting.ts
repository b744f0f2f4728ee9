import { and, asc, count, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { updateRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { joinPerson, type PersonRow } from "./people.ts";

/** Returns the condition that a person is in no round, is not erased, and belongs to a finished import. */
function waits(db: Reader) {
  const { person, peopleImport } = db.t;
  return and(isNull(person.roundNumber), isNull(person.erasedAt), isNotNull(peopleImport.seq));
}

function waiting(db: Reader, studyId: string) {
  return and(eq(db.t.person.studyId, studyId), waits(db));
}

/** Selects people with what a round needs of them, in file order. */
function waitingPeople(db: Reader, which: SQL | undefined) {
  const { person, personData, peopleImport } = db.t;
  const join = joinPerson(db);
  return db.q
    .select(join.columns)
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .innerJoin(personData, join.data)
    .where(which)
    .orderBy(asc(person.ordinal));
}

/** Counts the people of each of these studies who wait for a round. */
export async function countWaitingIn(db: Reader, studyIds: readonly string[]) {
  const { person, peopleImport } = db.t;
  return db.q
    .select({ studyId: person.studyId, waiting: count() })
    .from(person)
    .innerJoin(peopleImport, joinPerson(db).imported)
    .where(and(inArray(person.studyId, [...studyIds]), waits(db)))
    .groupBy(person.studyId);
}

/** Lists the next waiting people, in file order. */
export async function listWaiting(db: Reader, studyId: string, limit: number): Promise<PersonRow[]> {
  return waitingPeople(db, waiting(db, studyId)).limit(limit);
}

/** Lists the ids of all waiting people, in file order. */
export async function listWaitingIds(db: Reader, studyId: string): Promise<string[]> {
  const { person, peopleImport } = db.t;
  const rows = await db.q
    .select({ id: person.id })
    .from(person)
    .innerJoin(peopleImport, joinPerson(db).imported)
    .where(waiting(db, studyId))
    .orderBy(asc(person.ordinal));
  return rows.map(({ id }) => id);
}

/** Lists which of the named people still wait, in file order. */
export async function listWaitingAmong(
  db: Reader,
  studyId: string,
  ids: readonly string[],
): Promise<PersonRow[]> {
  return waitingPeople(db, and(waiting(db, studyId), inArray(db.t.person.id, [...ids])));
}

export async function countWaiting(db: Reader, studyId: string): Promise<number> {
  const { person, peopleImport } = db.t;
  const rows = await db.q
    .select({ count: sql<number>`count(*)` })
    .from(person)
    .innerJoin(peopleImport, joinPerson(db).imported)
    .where(waiting(db, studyId));
  return Number(rows[0]?.count ?? 0);
}

export async function assignPeople(
  tx: Tx,
  { studyId, ids, round }: { studyId: string; ids: readonly string[]; round: number | null },
): Promise<void> {
  await updateRows(tx, "person", { studyId, id: ids }, { roundNumber: round });
}
