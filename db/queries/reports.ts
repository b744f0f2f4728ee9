import { deleteRows, findRow, findValue, listRows, putRow } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

type LinkRow = Tx["t"]["reportLink"]["$inferInsert"];
type StatementRow = Tx["t"]["reportStatement"]["$inferInsert"];

/** Stores the link to a study's report in place of an earlier one. */
export async function replaceReportLink(tx: Tx, row: LinkRow): Promise<void> {
  await putRow(tx, "reportLink", row, ["studyId"]);
}

export async function deleteReportLink(tx: Tx, studyId: string): Promise<void> {
  await deleteRows(tx, "reportLink", { studyId });
}

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
export async function replaceStatement(tx: Tx, row: StatementRow): Promise<void> {
  await putRow(tx, "reportStatement", row, ["studyId", "field"]);
}

export async function deleteStatement(
  tx: Tx,
  { studyId, field }: { studyId: string; field: string },
): Promise<void> {
  await deleteRows(tx, "reportStatement", { studyId, field });
}
