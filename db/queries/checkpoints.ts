import { gte } from "drizzle-orm";
import { deleting, findRow, findValue, inserting, listRows, putting } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";

export type CheckpointRow = Omit<Reader["t"]["checkpoint"]["$inferSelect"], "studyId">;

/** Finds a study's checkpoint of the given size; without a size, the newest one. */
export async function findCheckpoint(
  db: Reader,
  studyId: string,
  size?: number,
): Promise<CheckpointRow | undefined> {
  const which = { studyId, ...(size !== undefined && { size }) };
  return findRow(db, "checkpoint", which, ["size", "root", "note", "signedAt"], ["-size"]);
}

export const insertCheckpoint = inserting("checkpoint");

/** Lists the witnesses' signatures of one checkpoint, in the order of their keys. */
export async function listCosignatures(db: Reader, studyId: string, size: number) {
  return listRows(db, "cosignature", { studyId, size }, ["witness", "line", "witnessedAt"], ["witness"]);
}

/** Finds what a witness cosigned last: the checkpoint with the most entries. */
export async function findNewestCosignature(
  db: Reader,
  { studyId, witness }: { studyId: string; witness: string },
): Promise<{ size: number; witnessedAt: number } | undefined> {
  return findRow(db, "cosignature", { studyId, witness }, ["size", "witnessedAt"], ["-size"]);
}

/** Finds the size that a witness cosigned earliest, among those of at least `size` entries. */
export async function findEarliestCosignedSize(
  db: Reader,
  { studyId, size }: { studyId: string; size: number },
): Promise<number | undefined> {
  return findValue(db, "cosignature", { studyId, size: (column) => gte(column, size) }, "size", [
    "witnessedAt",
    "size",
  ]);
}

export const insertCosignature = inserting("cosignature");

/** Lists the witnesses of a study whose last request for a cosignature failed. */
export async function listWitnessTroubles(db: Reader, studyId: string) {
  return listRows(
    db,
    "witnessTrouble",
    { studyId },
    ["witness", "problem", "since", "triedAt", "tryCount"],
    ["witness"],
  );
}

/** Records a witness's failure in place of the one before. */
export const putWitnessTrouble = putting("witnessTrouble", "studyId", "witness");

export const deleteWitnessTrouble = deleting("witnessTrouble", "studyId", "witness");
