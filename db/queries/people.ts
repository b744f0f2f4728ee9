import { and, asc, count, eq, gt, inArray, isNotNull, lte, or, sql } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { findRow, listRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export type PersonRow = { id: string; ordinal: number; digest: string; features: string };

/** Joins a person with their import and their data, with the columns that a round needs. */
export function joinPerson(db: Reader) {
  const { person, personData, peopleImport } = db.t;
  return {
    columns: {
      id: person.id,
      ordinal: person.ordinal,
      digest: person.digest,
      features: personData.features,
    },
    imported: matches(peopleImport, { studyId: person.studyId, id: person.importId }),
    data: matches(personData, { studyId: person.studyId, personId: person.id }),
  };
}

/** Finds a person's round and the time of erasure; undefined if the study does not have this person. */
export async function findPerson(db: Reader, studyId: string, personId: string) {
  return findRow(db, "person", { studyId, id: personId }, ["roundNumber", "erasedAt"]);
}

/** Lists imported people who were not erased, in file order. */
export async function listUnerased(db: Reader, { studyId, limit }: { studyId: string; limit: number }) {
  const { person, personData, peopleImport } = db.t;
  const rows = await db.q
    .select({ id: person.id })
    .from(person)
    .innerJoin(peopleImport, joinPerson(db).imported)
    .innerJoin(personData, joinPerson(db).data)
    .where(and(eq(person.studyId, studyId), isNotNull(peopleImport.seq)))
    .orderBy(asc(person.ordinal))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Deletes all personal data of one person, and the remarks on them; the pseudonym stays. */
export async function erasePersonalData(
  tx: Tx,
  { studyId, personId, at }: { studyId: string; personId: string; at: number },
): Promise<void> {
  const { person, personData, sealedOutcome, roundPerson, remark, personalLink, objection } = tx.t;
  const places = await tx.q
    .select({ round: roundPerson.round, position: roundPerson.position })
    .from(roundPerson)
    .where(matches(roundPerson, { studyId, personId }));
  for (const { round, position } of places) {
    const isOfPerson = or(eq(remark.high, position), eq(remark.low, position));
    await tx.q.delete(remark).where(and(matches(remark, { studyId, round }), isOfPerson));
    const place = { studyId, round, position };
    await tx.q.delete(personalLink).where(matches(personalLink, place));
    await tx.q
      .update(objection)
      .set({ digestKey: null, text: null, question: null })
      .where(matches(objection, place));
  }
  await tx.q.delete(personData).where(matches(personData, { studyId, personId }));
  await tx.q.delete(sealedOutcome).where(matches(sealedOutcome, { studyId, personId }));
  await tx.q
    .update(person)
    .set({ erasedAt: at })
    .where(matches(person, { studyId, id: personId }));
}

export async function listSealedOutcomes(db: Reader, studyId: string, ids: readonly string[]) {
  return listRows(db, "sealedOutcome", { studyId, personId: ids }, ["personId", "value"]);
}

/** Lists the identifier cells of these people, for the operator; erased people have none. */
export async function listIdentifiers(db: Reader, studyId: string, ids: readonly string[]) {
  return listRows(db, "personData", { studyId, personId: ids }, ["personId", "identifiers"]);
}

/** Lists the features of these people; erased people have none. */
export async function listFeaturesOf(db: Reader, studyId: string, ids: readonly string[]) {
  return listRows(db, "personData", { studyId, personId: ids }, ["personId", "features"]);
}

/** Lists a page of all people's features and identifier cells, in file order. */
export async function listFeatures(
  db: Reader,
  { studyId, after, limit }: { studyId: string; after: number; limit: number },
) {
  const { person, personData, peopleImport } = db.t;
  const join = joinPerson(db);
  return db.q
    .select({ ordinal: person.ordinal, ...pick(personData, "features", "identifiers") })
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .innerJoin(personData, join.data)
    .where(and(eq(person.studyId, studyId), isNotNull(peopleImport.seq), gt(person.ordinal, after)))
    .orderBy(asc(person.ordinal))
    .limit(limit);
}

/** Counts the people of finished imports, and those of them who were erased. */
export async function countPeople(db: Reader, studyId: string) {
  const { person, peopleImport } = db.t;
  const [row] = await db.q
    .select({ imported: count(), erased: count(person.erasedAt) })
    .from(person)
    .innerJoin(peopleImport, joinPerson(db).imported)
    .where(and(eq(person.studyId, studyId), isNotNull(peopleImport.seq)));
  return { imported: Number(row?.imported ?? 0), erased: Number(row?.erased ?? 0) };
}

/**
 * Lists the features of people of the study's first import, evenly spread over its file. People who are imported later
 * change nothing here.
 */
export async function listSpreadFeatures(db: Reader, { studyId, limit }: { studyId: string; limit: number }) {
  const { person, personData, peopleImport } = db.t;
  const [first] = await db.q
    .select(pick(peopleImport, "id", "firstOrdinal", "rowCount"))
    .from(peopleImport)
    .where(matches(peopleImport, { studyId, seq: isNotNull }))
    .orderBy(asc(peopleImport.seq))
    .limit(1);
  if (first === undefined) return [];
  const every = Math.ceil(first.rowCount / limit);
  const rows = await db.q
    .select({ features: personData.features })
    .from(person)
    .innerJoin(personData, joinPerson(db).data)
    .where(
      and(
        matches(person, { studyId, importId: first.id }),
        sql`(${person.ordinal} - ${first.firstOrdinal}) % ${every} = 0`,
      ),
    )
    .orderBy(asc(person.ordinal));
  return rows.map((row) => row.features);
}

/** Lists people who were not erased, at equal distances through all files of a study, at most `limit`. */
export async function listSpreadPeople(db: Reader, { studyId, limit }: { studyId: string; limit: number }) {
  const { person, personData, peopleImport } = db.t;
  const join = joinPerson(db);
  const ofStudy = and(eq(person.studyId, studyId), isNotNull(peopleImport.seq));
  const [all] = await db.q
    .select({ count: count() })
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .where(ofStudy);
  const every = Math.max(1, Math.ceil((all?.count ?? 0) / limit));
  return db.q
    .select({ id: person.id, features: personData.features })
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .innerJoin(personData, join.data)
    .where(and(ofStudy, sql`${person.ordinal} % ${every} = 0`))
    .orderBy(asc(person.ordinal));
}

/** Lists a page of what is stored of all people who were imported and not erased, in file order. */
export async function listStoredPeople(
  db: Reader,
  { studyId, after, limit }: { studyId: string; after: number; limit: number },
) {
  const { person, personData, peopleImport, sealedOutcome } = db.t;
  const join = joinPerson(db);
  return db.q
    .select({
      ordinal: person.ordinal,
      ...pick(personData, "features", "groups", "identifiers"),
      outcome: sealedOutcome.value,
    })
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .innerJoin(personData, join.data)
    .leftJoin(sealedOutcome, matches(sealedOutcome, { studyId: person.studyId, personId: person.id }))
    .where(and(eq(person.studyId, studyId), isNotNull(peopleImport.seq), gt(person.ordinal, after)))
    .orderBy(asc(person.ordinal))
    .limit(limit);
}

/** Lists a page of all people imported up to log entry `upToSeq`, in file order; erased people have no data. */
export async function listImported(
  db: Reader,
  { studyId, after, upToSeq, limit }: { studyId: string; after: number; upToSeq: number; limit: number },
) {
  const { person, personData, peopleImport } = db.t;
  const join = joinPerson(db);
  return db.q
    .select({
      ...pick(person, "id", "ordinal", "digest"),
      ...pick(personData, "digestKey", "features", "groups"),
    })
    .from(person)
    .innerJoin(peopleImport, join.imported)
    .leftJoin(personData, join.data)
    .where(and(eq(person.studyId, studyId), lte(peopleImport.seq, upToSeq), gt(person.ordinal, after)))
    .orderBy(asc(person.ordinal))
    .limit(limit);
}

/** Lists which of the named people were in a round that was opened up to log entry `upToSeq`. */
export async function listOpenedAmong(
  db: Reader,
  { studyId, ids, upToSeq }: { studyId: string; ids: readonly string[]; upToSeq: number },
): Promise<string[]> {
  const { roundPerson, round } = db.t;
  const rows = await db.q
    .selectDistinct({ id: roundPerson.personId })
    .from(roundPerson)
    .innerJoin(round, matches(round, { studyId: roundPerson.studyId, number: roundPerson.round }))
    .where(
      and(
        eq(roundPerson.studyId, studyId),
        inArray(roundPerson.personId, [...ids]),
        lte(round.openedSeq, upToSeq),
      ),
    )
    .orderBy(asc(roundPerson.personId));
  return rows.map(({ id }) => id);
}
