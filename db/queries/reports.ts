import { deleting, findRow, findValue, listRows, putting } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";

/** Stores the link to a study's report in place of an earlier one. */
export const replaceReportLink = putting("reportLink", "studyId");

export const deleteReportLink = deleting("reportLink", "studyId");

/** Finds when the link to a study's report was made; undefined: it has none. */
export async function findReportLink(db: Reader, studyId: string): Promise<{ madeAt: number } | undefined> {
  return findRow(db, "reportLink", { studyId }, ["madeAt"]);
}

/** Finds the study whose report a link leads to. */
export async function findSharedStudy(db: Reader, tokenHash: string): Promise<string | undefined> {
  return findValue(db, "reportLink", { tokenHash }, "studyId");
}

export async function listStatements(db: Reader, studyId: string) {
  return listRows(db, "reportStatement", { studyId }, ["field", "text", "statedAt"], ["field"]);
}

/** Stores a statement in place of an earlier one. */
export const replaceStatement = putting("reportStatement", "studyId", "field");

export const deleteStatement = deleting("reportStatement", "studyId", "field");
