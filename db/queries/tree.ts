import { type AnyColumn, and, gte, lt, max } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { insertingAll, listValues } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";

/** Positions from 0: from `from` up to but without `from + count`. */
type Stretch = { readonly studyId: string; readonly from: number; readonly count: number };

/** Whether a number is one of so many from the first on. */
const within = (first: number, count: number) => (column: AnyColumn) =>
  and(gte(column, first), lt(column, first + count));

/** Lists the hashes of a study's entries, in order; entry 1 has position 0. */
export async function listEntryHashes(db: Reader, { studyId, from, count }: Stretch): Promise<string[]> {
  return listValues(db, "logEntry", { studyId, seq: within(from + 1, count) }, "hash", ["seq"]);
}

/** Lists the roots of a study's full tiles of one level, in order. */
export async function listTileRoots(
  db: Reader,
  { studyId, level, from, count }: Stretch & { level: number },
): Promise<string[]> {
  return listValues(db, "treeTile", { studyId, level, number: within(from, count) }, "root", ["number"]);
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

export const insertTiles = insertingAll("treeTile");
