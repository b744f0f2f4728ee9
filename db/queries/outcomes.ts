import { aliasedTable, and, asc, desc, eq, gt, inArray, isNotNull, notExists } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

export async function insertOutcomes(tx: Tx, rows: Tx["t"]["outcome"]["$inferInsert"][]): Promise<void> {
  await tx.q.insert(tx.t.outcome).values(rows);
}

export async function findOutcomeByKey(db: Reader, studyId: string, idempotencyKey: string) {
  const { outcome } = db.t;
  const rows = await db.q
    .select({
      round: outcome.round,
      position: outcome.position,
      version: outcome.version,
      value: outcome.value,
      seq: outcome.seq,
    })
    .from(outcome)
    .where(and(eq(outcome.studyId, studyId), eq(outcome.idempotencyKey, idempotencyKey)));
  return rows[0];
}

export async function findLastOutcome(db: Reader, studyId: string, round: number, position: number) {
  const { outcome } = db.t;
  const rows = await db.q
    .select({ version: outcome.version, value: outcome.value, seq: outcome.seq })
    .from(outcome)
    .where(and(eq(outcome.studyId, studyId), eq(outcome.round, round), eq(outcome.position, position)))
    .orderBy(desc(outcome.version))
    .limit(1);
  return rows[0];
}

/** Every version of every outcome of these rounds, in log order. */
export async function listOutcomes(db: Reader, studyId: string, rounds: readonly number[]) {
  const { outcome } = db.t;
  return db.q
    .select({
      round: outcome.round,
      position: outcome.position,
      version: outcome.version,
      value: outcome.value,
      seq: outcome.seq,
      recordedAt: outcome.recordedAt,
    })
    .from(outcome)
    .where(and(eq(outcome.studyId, studyId), inArray(outcome.round, [...rounds])))
    .orderBy(asc(outcome.seq));
}

/**
 * A page of a study's people with their decision and the outcome that counts. A draw that was made at an opening stays
 * unknown until its round is closed.
 */
export async function listStandings(
  db: Reader,
  { studyId, after, limit }: { studyId: string; after: number; limit: number },
) {
  const { person, personData, peopleImport, round, roundPerson, decision, outcome } = db.t;
  const later = aliasedTable(outcome, "later");
  const isLast = notExists(
    db.q
      .select({ version: later.version })
      .from(later)
      .where(
        and(
          eq(later.studyId, outcome.studyId),
          eq(later.round, outcome.round),
          eq(later.position, outcome.position),
          gt(later.version, outcome.version),
        ),
      ),
  );
  return db.q
    .select({
      ordinal: person.ordinal,
      person: person.id,
      identifiers: personData.identifiers,
      round: person.roundNumber,
      position: roundPerson.position,
      selected: decision.selected,
      value: outcome.value,
    })
    .from(person)
    .innerJoin(
      peopleImport,
      and(eq(peopleImport.studyId, person.studyId), eq(peopleImport.id, person.importId)),
    )
    .leftJoin(personData, and(eq(personData.studyId, person.studyId), eq(personData.personId, person.id)))
    .leftJoin(round, and(eq(round.studyId, person.studyId), eq(round.number, person.roundNumber)))
    .leftJoin(
      roundPerson,
      and(
        eq(roundPerson.studyId, person.studyId),
        eq(roundPerson.round, person.roundNumber),
        eq(roundPerson.personId, person.id),
      ),
    )
    .leftJoin(
      decision,
      and(
        eq(round.state, "closed"),
        eq(decision.studyId, roundPerson.studyId),
        eq(decision.round, roundPerson.round),
        eq(decision.position, roundPerson.position),
      ),
    )
    .leftJoin(
      outcome,
      and(
        eq(outcome.studyId, roundPerson.studyId),
        eq(outcome.round, roundPerson.round),
        eq(outcome.position, roundPerson.position),
        isLast,
      ),
    )
    .where(and(eq(person.studyId, studyId), isNotNull(peopleImport.seq), gt(person.ordinal, after)))
    .orderBy(asc(person.ordinal))
    .limit(limit);
}
