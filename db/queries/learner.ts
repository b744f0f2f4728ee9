import { and, eq, gt, lt, notInArray } from "drizzle-orm";
import { findRow, findValue, listValues, putting } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export async function findSnapshot(
  db: Reader,
  studyId: string,
  appliedSeq: number,
): Promise<Uint8Array | undefined> {
  return findValue(db, "learnerSnapshot", { studyId, appliedSeq }, "state");
}

/** Lists the entries after which a state of the learner is stored. */
export async function listStoredStates(db: Reader, studyId: string): Promise<number[]> {
  return listValues(db, "learnerSnapshot", { studyId }, "appliedSeq", ["appliedSeq"]);
}

export async function insertUpdate(
  tx: Tx,
  update: Tx["t"]["learnerUpdate"]["$inferInsert"],
  snapshot: Uint8Array,
): Promise<void> {
  await tx.q.insert(tx.t.learnerUpdate).values(update);
  await tx.q.insert(tx.t.learnerSnapshot).values({
    studyId: update.studyId,
    appliedSeq: update.appliedSeq,
    state: snapshot,
    createdAt: update.updatedAt,
  });
}

/** Finds the hash of the state after an update that the log commits to; undefined where there was no such update. */
export async function findStateHash(
  db: Reader,
  studyId: string,
  appliedSeq: number,
): Promise<string | undefined> {
  return findValue(db, "learnerUpdate", { studyId, appliedSeq }, "stateHash");
}

/** Stores a state in place of a damaged or lost one. */
export const putSnapshot = putting("learnerSnapshot", "studyId", "appliedSeq");

/** Deletes older snapshots, except those in use. */
export async function pruneSnapshots(
  tx: Tx,
  { studyId, newest, inUse }: { studyId: string; newest: number; inUse: readonly number[] },
): Promise<void> {
  const { learnerSnapshot } = tx.t;
  await tx.q
    .delete(learnerSnapshot)
    .where(
      and(
        eq(learnerSnapshot.studyId, studyId),
        lt(learnerSnapshot.appliedSeq, newest),
        notInArray(learnerSnapshot.appliedSeq, [...inUse]),
      ),
    );
}

/** Stores totals once, however many people are erased while the totals stay the same. */
export async function keepTotals(tx: Tx, row: Tx["t"]["keptTotals"]["$inferInsert"]): Promise<void> {
  await tx.q.insert(tx.t.keptTotals).values(row).onConflictDoNothing();
}

/** Finds totals that were in force when a person was erased. */
export async function findTotals(
  db: Reader,
  { studyId, hash }: { studyId: string; hash: string },
): Promise<Uint8Array | undefined> {
  return findValue(db, "keptTotals", { studyId, hash }, "bytes");
}

/**
 * Finds a study's next totals after `after`, in order of their hashes. One row at a time: each has up to 24 bytes a
 * rule.
 */
export async function findTotalsAfter(db: Reader, { studyId, after }: { studyId: string; after: string }) {
  return findRow(
    db,
    "keptTotals",
    { studyId, hash: (column) => gt(column, after) },
    ["hash", "bytes"],
    ["hash"],
  );
}
