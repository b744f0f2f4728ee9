import { and, asc, eq, gt, inArray, lte } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

export async function insertEntries(tx: Tx, rows: Tx["t"]["logEntry"]["$inferInsert"][]): Promise<void> {
  await tx.q.insert(tx.t.logEntry).values(rows);
}

/** A page of canonical lines with after < seq <= upTo. */
export async function listLines(
  db: Reader,
  { studyId, after, upTo, limit }: { studyId: string; after: number; upTo: number; limit: number },
) {
  const { logEntry } = db.t;
  return db.q
    .select({ seq: logEntry.seq, entry: logEntry.entry })
    .from(logEntry)
    .where(and(eq(logEntry.studyId, studyId), gt(logEntry.seq, after), lte(logEntry.seq, upTo)))
    .orderBy(asc(logEntry.seq))
    .limit(limit);
}

/** The entries of the given types after `after`, oldest first. */
export async function listEntriesOf(
  db: Reader,
  {
    studyId,
    types,
    after,
    limit,
  }: { studyId: string; types: readonly string[]; after: number; limit: number },
) {
  const { logEntry } = db.t;
  return db.q
    .select({ seq: logEntry.seq, type: logEntry.type, entry: logEntry.entry })
    .from(logEntry)
    .where(and(eq(logEntry.studyId, studyId), gt(logEntry.seq, after), inArray(logEntry.type, [...types])))
    .orderBy(asc(logEntry.seq))
    .limit(limit);
}

export async function findEntry(db: Reader, studyId: string, seq: number) {
  const { logEntry } = db.t;
  const rows = await db.q
    .select({
      seq: logEntry.seq,
      type: logEntry.type,
      at: logEntry.at,
      hash: logEntry.hash,
      entry: logEntry.entry,
    })
    .from(logEntry)
    .where(and(eq(logEntry.studyId, studyId), eq(logEntry.seq, seq)));
  return rows[0];
}
