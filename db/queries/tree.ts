import { and, asc, eq, gte, lt, max } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import type { Reader, Tx } from "#db/store/store.ts";

/** Positions from 0: from `from` up to but without `from + count`. */
type Stretch = { readonly studyId: string; readonly from: number; readonly count: number };

/** Lists the hashes of a study's entries, in order; entry 1 has position 0. */
export async function listEntryHashes(db: Reader, { studyId, from, count }: Stretch): Promise<string[]> {
  const { studyId: study, seq, hash } = db.t.logEntry;
  const rows = await db.q
    .select({ hash })
    .from(db.t.logEntry)
    .where(and(eq(study, studyId), gte(seq, from + 1), lt(seq, from + count + 1)))
    .orderBy(asc(seq));
  return rows.map((row) => row.hash);
}

/** Lists the roots of a study's full tiles of one level, in order. */
export async function listTileRoots(
  db: Reader,
  { studyId, level, from, count }: Stretch & { level: number },
): Promise<string[]> {
  const { studyId: study, level: ofLevel, number, root } = db.t.treeTile;
  const rows = await db.q
    .select({ root })
    .from(db.t.treeTile)
    .where(and(eq(study, studyId), eq(ofLevel, level), gte(number, from), lt(number, from + count)))
    .orderBy(asc(number));
  return rows.map((row) => row.root);
}

/** Counts the full tiles of one level. */
export async function countTiles(
  db: Reader,
  { studyId, level }: { studyId: string; level: number },
): Promise<number> {
  const { treeTile } = db.t;
  const rows = await db.q
    .select({ last: max(treeTile.number) })
    .from(treeTile)
    .where(matches(treeTile, { studyId, level }));
  return (rows[0]?.last ?? -1) + 1;
}

export async function insertTiles(tx: Tx, rows: Tx["t"]["treeTile"]["$inferInsert"][]): Promise<void> {
  await tx.q.insert(tx.t.treeTile).values(rows);
}
