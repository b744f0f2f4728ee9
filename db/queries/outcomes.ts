import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { Reader, Tx } from "../store.ts";

export async function insertOutcome(tx: Tx, row: Tx["t"]["outcome"]["$inferInsert"]): Promise<void> {
  await tx.q.insert(tx.t.outcome).values(row);
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
