import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";
import { holdsPart } from "./part-of-text.ts";
import { joinPerson, type PersonRow } from "./people.ts";

/** True for a person who is in no round, was not erased, and came with a finished import. */
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

/**
 * Lists a page of waiting people, in file order, with the cells that name them outside the study.
 *
 * @param after the ordinal of the last person of the page before; 0 for the first page
 * @param among only these ordinals; left out: all waiting people
 */
export async function listWaitingPage(
  db: Reader,
  {
    studyId,
    after,
    among,
    limit,
  }: { studyId: string; after: number; among?: readonly number[]; limit: number },
): Promise<(PersonRow & { identifiers: string })[]> {
  const { person, personData, peopleImport } = db.t;
  const join = joinPerson(db);
  return db.q
    .select({ ...join.columns, identifiers: personData.identifiers })
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .innerJoin(personData, join.data)
    .where(and(waiting(db, studyId), gt(person.ordinal, after), among && inArray(person.ordinal, [...among])))
    .orderBy(asc(person.ordinal))
    .limit(limit);
}

function named(db: Reader, search: string) {
  const { person, personData } = db.t;
  return or(eq(person.id, search.toLowerCase()), holdsPart(personData.identifiers, search));
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

/**
 * Lists the ordinals, in order, of waiting people that match a search. Each row is read: no index covers parts of a
 * text.
 *
 * @param search part of an identifier, or a whole id
 * @param after the search begins after this ordinal
 * @param upTo the last ordinal that is searched
 */
export async function listWaitingNamed(
  db: Reader,
  { studyId, search, after, upTo }: { studyId: string; search: string; after: number; upTo: number },
): Promise<number[]> {
  const { person, personData, peopleImport } = db.t;
  const join = joinPerson(db);
  const rows = await db.q
    .select({ ordinal: person.ordinal })
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .innerJoin(personData, join.data)
    .where(and(waiting(db, studyId), gt(person.ordinal, after), lte(person.ordinal, upTo), named(db, search)))
    .orderBy(asc(person.ordinal));
  return rows.map(({ ordinal }) => ordinal);
}

export async function assignPeople(
  tx: Tx,
  { studyId, ids, round }: { studyId: string; ids: readonly string[]; round: number | null },
): Promise<void> {
  const { person } = tx.t;
  await tx.q
    .update(person)
    .set({ roundNumber: round })
    .where(and(eq(person.studyId, studyId), inArray(person.id, [...ids])));
}
