import { and, asc, eq, gt, inArray, isNotNull, isNull, max, or, sql } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

export type PersonRow = { id: string; ordinal: number; digestKey: string; features: string };

export async function findUnfinishedImport(db: Reader, studyId: string) {
  const { peopleImport } = db.t;
  const rows = await db.q
    .select({ id: peopleImport.id })
    .from(peopleImport)
    .where(and(eq(peopleImport.studyId, studyId), isNull(peopleImport.seq)));
  return rows[0];
}

export async function insertImport(tx: Tx, row: Tx["t"]["peopleImport"]["$inferInsert"]): Promise<void> {
  await tx.q.insert(tx.t.peopleImport).values(row);
}

export async function finishImport(tx: Tx, studyId: string, importId: string, seq: number): Promise<void> {
  const { peopleImport } = tx.t;
  await tx.q
    .update(peopleImport)
    .set({ seq })
    .where(and(eq(peopleImport.studyId, studyId), eq(peopleImport.id, importId)));
}

/** Removes an import that never finished, with all that arrived of it. */
export async function removeImport(tx: Tx, studyId: string, importId: string): Promise<void> {
  const { person, personData, sealedOutcome, peopleImport } = tx.t;
  const ids = tx.q
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.studyId, studyId), eq(person.importId, importId)));
  await tx.q
    .delete(sealedOutcome)
    .where(and(eq(sealedOutcome.studyId, studyId), inArray(sealedOutcome.personId, ids)));
  await tx.q
    .delete(personData)
    .where(and(eq(personData.studyId, studyId), inArray(personData.personId, ids)));
  await tx.q.delete(person).where(and(eq(person.studyId, studyId), eq(person.importId, importId)));
  await tx.q
    .delete(peopleImport)
    .where(and(eq(peopleImport.studyId, studyId), eq(peopleImport.id, importId)));
}

export async function findLastOrdinal(db: Reader, studyId: string): Promise<number> {
  const { person } = db.t;
  const rows = await db.q
    .select({ last: max(person.ordinal) })
    .from(person)
    .where(eq(person.studyId, studyId));
  return rows[0]?.last ?? 0;
}

export async function insertPeople(
  tx: Tx,
  people: {
    rows: Tx["t"]["person"]["$inferInsert"][];
    data: Tx["t"]["personData"]["$inferInsert"][];
    outcomes: Tx["t"]["sealedOutcome"]["$inferInsert"][];
  },
): Promise<void> {
  await tx.q.insert(tx.t.person).values(people.rows);
  await tx.q.insert(tx.t.personData).values(people.data);
  if (people.outcomes.length > 0) await tx.q.insert(tx.t.sealedOutcome).values(people.outcomes);
}

function waiting(db: Reader, studyId: string) {
  const { person, peopleImport } = db.t;
  return and(
    eq(person.studyId, studyId),
    isNull(person.roundNumber),
    isNull(person.erasedAt),
    isNotNull(peopleImport.seq),
  );
}

function joinWaiting(db: Reader) {
  const { person, personData, peopleImport } = db.t;
  return {
    columns: {
      id: person.id,
      ordinal: person.ordinal,
      digestKey: personData.digestKey,
      features: personData.features,
    },
    imported: and(eq(peopleImport.studyId, person.studyId), eq(peopleImport.id, person.importId)),
    data: and(eq(personData.studyId, person.studyId), eq(personData.personId, person.id)),
  };
}

/** The next people in the order of the files who have not stood in a round. */
export async function listWaiting(db: Reader, studyId: string, limit: number): Promise<PersonRow[]> {
  const { person, personData, peopleImport } = db.t;
  const join = joinWaiting(db);
  return db.q
    .select(join.columns)
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .innerJoin(personData, join.data)
    .where(waiting(db, studyId))
    .orderBy(asc(person.ordinal))
    .limit(limit);
}

/** Those of the named people who still wait, in the order of the files. */
export async function listWaitingAmong(
  db: Reader,
  studyId: string,
  ids: readonly string[],
): Promise<PersonRow[]> {
  const { person, personData, peopleImport } = db.t;
  const join = joinWaiting(db);
  return db.q
    .select(join.columns)
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .innerJoin(personData, join.data)
    .where(and(waiting(db, studyId), inArray(person.id, [...ids])))
    .orderBy(asc(person.ordinal));
}

/**
 * A page of those who wait, in the order of the files, with the cells that name them outside the study.
 *
 * @param after the ordinal of the last one of the page before; 0 for the first page
 * @param search part of an identifier, or a whole id; "" for everybody
 */
export async function listWaitingPage(
  db: Reader,
  { studyId, after, search, limit }: { studyId: string; after: number; search: string; limit: number },
): Promise<(PersonRow & { identifiers: string })[]> {
  const { person, personData, peopleImport } = db.t;
  const join = joinWaiting(db);
  return db.q
    .select({ ...join.columns, identifiers: personData.identifiers })
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .innerJoin(personData, join.data)
    .where(
      and(waiting(db, studyId), gt(person.ordinal, after), search === "" ? undefined : named(db, search)),
    )
    .orderBy(asc(person.ordinal))
    .limit(limit);
}

function named(db: Reader, search: string) {
  const { person, personData } = db.t;
  const part = `%${search.toLowerCase().replace(/[!%_]/g, "!$&")}%`;
  return or(
    eq(person.id, search.toLowerCase()),
    sql`lower(${personData.identifiers}) like ${part} escape '!'`,
  );
}

export async function countWaiting(db: Reader, studyId: string): Promise<number> {
  const { person, peopleImport } = db.t;
  const rows = await db.q
    .select({ count: sql<number>`count(*)` })
    .from(person)
    .innerJoin(peopleImport, joinWaiting(db).imported)
    .where(waiting(db, studyId));
  return Number(rows[0]?.count ?? 0);
}

/** How many of those who wait a search finds. */
export async function countWaitingNamed(db: Reader, studyId: string, search: string): Promise<number> {
  const { person, personData, peopleImport } = db.t;
  const join = joinWaiting(db);
  const rows = await db.q
    .select({ count: sql<number>`count(*)` })
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .innerJoin(personData, join.data)
    .where(and(waiting(db, studyId), named(db, search)));
  return Number(rows[0]?.count ?? 0);
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

export async function listSealedOutcomes(db: Reader, studyId: string, ids: readonly string[]) {
  const { sealedOutcome } = db.t;
  return db.q
    .select({ personId: sealedOutcome.personId, value: sealedOutcome.value })
    .from(sealedOutcome)
    .where(and(eq(sealedOutcome.studyId, studyId), inArray(sealedOutcome.personId, [...ids])));
}

/** The identifier cells of these people, for the operator; erased people have none. */
export async function listIdentifiers(db: Reader, studyId: string, ids: readonly string[]) {
  const { personData } = db.t;
  return db.q
    .select({ personId: personData.personId, identifiers: personData.identifiers })
    .from(personData)
    .where(and(eq(personData.studyId, studyId), inArray(personData.personId, [...ids])));
}

/** A page of everybody's features, in the order of the files. */
export async function listFeatures(
  db: Reader,
  { studyId, after, limit }: { studyId: string; after: number; limit: number },
) {
  const { person, personData, peopleImport } = db.t;
  const join = joinWaiting(db);
  return db.q
    .select({ ordinal: person.ordinal, features: personData.features })
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .innerJoin(personData, join.data)
    .where(and(eq(person.studyId, studyId), isNotNull(peopleImport.seq), gt(person.ordinal, after)))
    .orderBy(asc(person.ordinal))
    .limit(limit);
}

/** The finished import of this very file, if there is one. */
export async function findImportOf(db: Reader, studyId: string, fileHash: string) {
  const { peopleImport } = db.t;
  const rows = await db.q
    .select({ firstOrdinal: peopleImport.firstOrdinal, rowCount: peopleImport.rowCount })
    .from(peopleImport)
    .where(
      and(
        eq(peopleImport.studyId, studyId),
        eq(peopleImport.fileHash, fileHash),
        isNotNull(peopleImport.seq),
      ),
    );
  return rows[0];
}

/** A page of people who have stood in a round that was opened up to log entry `upToSeq`. */
export async function listExportedFeatures(
  db: Reader,
  { studyId, after, upToSeq, limit }: { studyId: string; after: number; upToSeq: number; limit: number },
): Promise<PersonRow[]> {
  const { person, personData, roundPerson, round } = db.t;
  return db.q
    .selectDistinct({
      id: person.id,
      ordinal: person.ordinal,
      digestKey: personData.digestKey,
      features: personData.features,
    })
    .from(person)
    .innerJoin(personData, and(eq(personData.studyId, person.studyId), eq(personData.personId, person.id)))
    .innerJoin(roundPerson, and(eq(roundPerson.studyId, person.studyId), eq(roundPerson.personId, person.id)))
    .innerJoin(round, and(eq(round.studyId, roundPerson.studyId), eq(round.number, roundPerson.round)))
    .where(and(eq(person.studyId, studyId), gt(person.ordinal, after), sql`${round.openedSeq} <= ${upToSeq}`))
    .orderBy(asc(person.ordinal))
    .limit(limit);
}
