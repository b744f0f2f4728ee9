import { and, asc, desc, eq, gte } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export type CheckpointRow = { size: number; root: string; note: string; signedAt: number };

/** Finds a study's checkpoint of the given size; without a size, the newest one. */
export async function findCheckpoint(
  db: Reader,
  studyId: string,
  size?: number,
): Promise<CheckpointRow | undefined> {
  const { checkpoint } = db.t;
  const ofSize = size === undefined ? undefined : eq(checkpoint.size, size);
  const rows = await db.q
    .select(pick(checkpoint, "size", "root", "note", "signedAt"))
    .from(checkpoint)
    .where(and(eq(checkpoint.studyId, studyId), ofSize))
    .orderBy(desc(checkpoint.size))
    .limit(1);
  return rows[0];
}

export async function insertCheckpoint(tx: Tx, row: CheckpointRow & { studyId: string }): Promise<void> {
  await tx.q.insert(tx.t.checkpoint).values(row);
}

/** Lists the witnesses' signatures of one checkpoint, in the order of their keys. */
export async function listCosignatures(db: Reader, studyId: string, size: number) {
  const { cosignature } = db.t;
  return db.q
    .select(pick(cosignature, "witness", "line", "witnessedAt"))
    .from(cosignature)
    .where(matches(cosignature, { studyId, size }))
    .orderBy(asc(cosignature.witness));
}

/** Finds what a witness cosigned last: the checkpoint with the most entries. */
export async function findNewestCosignature(
  db: Reader,
  { studyId, witness }: { studyId: string; witness: string },
): Promise<{ size: number; witnessedAt: number } | undefined> {
  const { cosignature } = db.t;
  const rows = await db.q
    .select({ size: cosignature.size, witnessedAt: cosignature.witnessedAt })
    .from(cosignature)
    .where(matches(cosignature, { studyId, witness }))
    .orderBy(desc(cosignature.size))
    .limit(1);
  return rows[0];
}

/** Finds the size that a witness cosigned earliest, among those of at least `size` entries. */
export async function findEarliestCosignedSize(
  db: Reader,
  { studyId, size }: { studyId: string; size: number },
): Promise<number | undefined> {
  const { cosignature } = db.t;
  const rows = await db.q
    .select({ size: cosignature.size })
    .from(cosignature)
    .where(and(eq(cosignature.studyId, studyId), gte(cosignature.size, size)))
    .orderBy(asc(cosignature.witnessedAt), asc(cosignature.size))
    .limit(1);
  return rows[0]?.size;
}

export async function insertCosignature(tx: Tx, row: Tx["t"]["cosignature"]["$inferInsert"]): Promise<void> {
  await tx.q.insert(tx.t.cosignature).values(row);
}

/** Lists the witnesses of a study whose last request for a cosignature failed. */
export async function listWitnessTroubles(db: Reader, studyId: string) {
  const { witnessTrouble } = db.t;
  return db.q
    .select(pick(witnessTrouble, "witness", "problem", "since", "triedAt", "tryCount"))
    .from(witnessTrouble)
    .where(eq(witnessTrouble.studyId, studyId))
    .orderBy(asc(witnessTrouble.witness));
}

/** Records a witness's failure in place of the one before. */
export async function putWitnessTrouble(
  tx: Tx,
  row: Tx["t"]["witnessTrouble"]["$inferInsert"],
): Promise<void> {
  const { witnessTrouble } = tx.t;
  const { problem, since, triedAt, tryCount } = row;
  await tx.q
    .insert(witnessTrouble)
    .values(row)
    .onConflictDoUpdate({
      target: [witnessTrouble.studyId, witnessTrouble.witness],
      set: { problem, since, triedAt, tryCount },
    });
}

export async function deleteWitnessTrouble(
  tx: Tx,
  { studyId, witness }: { studyId: string; witness: string },
): Promise<void> {
  const { witnessTrouble } = tx.t;
  await tx.q.delete(witnessTrouble).where(matches(witnessTrouble, { studyId, witness }));
}
