import { findRow, inserting, listRows } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";

export const insertGuideline = inserting("guideline");

export async function findLatestGuideline(db: Reader, studyId: string) {
  return findRow(db, "guideline", { studyId }, ["version", "purpose", "body", "hash"], ["-version"]);
}

/** Finds the text of a version of the guidelines. */
export async function findGuideline(db: Reader, studyId: string, version: number) {
  return findRow(db, "guideline", { studyId, version }, ["purpose", "body"]);
}

/** Lists the versions of the guidelines, newest first, without their texts. */
export async function listGuidelineVersions(db: Reader, studyId: string) {
  return listRows(db, "guideline", { studyId }, ["version", "createdAt", "hash"], ["-version"]);
}
