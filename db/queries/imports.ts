import { and, eq, inArray, isNotNull, max, sum } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { findRow, inserting, updateRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export async function findUnfinishedImport(db: Reader, studyId: string) {
  return findRow(db, "peopleImport", { studyId, seq: null }, ["id"]);
}

export const insertImport = inserting("peopleImport");

export async function finishImport(tx: Tx, studyId: string, importId: string, seq: number): Promise<void> {
  await updateRows(tx, "peopleImport", { studyId, id: importId }, { seq });
}

/** Deletes an unfinished import, with all rows received so far. */
export async function removeImport(tx: Tx, studyId: string, importId: string): Promise<void> {
  const { person, personData, sealedOutcome, peopleImport } = tx.t;
  const ids = tx.q.select({ id: person.id }).from(person).where(matches(person, { studyId, importId }));
  await tx.q
    .delete(sealedOutcome)
    .where(and(eq(sealedOutcome.studyId, studyId), inArray(sealedOutcome.personId, ids)));
  await tx.q
    .delete(personData)
    .where(and(eq(personData.studyId, studyId), inArray(personData.personId, ids)));
  await tx.q.delete(person).where(matches(person, { studyId, importId }));
  await tx.q.delete(peopleImport).where(matches(peopleImport, { studyId, id: importId }));
}

/** Finds the finished import of a file with the same hash, if there is one. */
export async function findImportOf(db: Reader, studyId: string, fileHash: string) {
  return findRow(db, "peopleImport", { studyId, fileHash, seq: isNotNull }, ["firstOrdinal", "rowCount"]);
}

/** Counts the people of a study's finished imports. */
export async function countImported(db: Reader, studyId: string): Promise<number> {
  const { peopleImport } = db.t;
  const [row] = await db.q
    .select({ count: sum(peopleImport.rowCount) })
    .from(peopleImport)
    .where(and(eq(peopleImport.studyId, studyId), isNotNull(peopleImport.seq)));
  return Number(row?.count ?? 0);
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
