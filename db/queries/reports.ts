import { asc, eq } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import type { Reader, Tx } from "#db/store/store.ts";

type LinkRow = Tx["t"]["reportLink"]["$inferInsert"];
type StatementRow = Tx["t"]["reportStatement"]["$inferInsert"];

/** Stores the link to a study's report in place of an earlier one. */
export async function replaceReportLink(tx: Tx, { studyId, ...link }: LinkRow): Promise<void> {
  const { reportLink } = tx.t;
  await tx.q
    .insert(reportLink)
    .values({ studyId, ...link })
    .onConflictDoUpdate({ target: reportLink.studyId, set: link });
}

export async function deleteReportLink(tx: Tx, studyId: string): Promise<void> {
  await tx.q.delete(tx.t.reportLink).where(eq(tx.t.reportLink.studyId, studyId));
}

/** Finds when the link to a study's report was made; undefined: it has none. */
export async function findReportLink(db: Reader, studyId: string): Promise<{ madeAt: number } | undefined> {
  const { reportLink } = db.t;
  const rows = await db.q
    .select({ madeAt: reportLink.madeAt })
    .from(reportLink)
    .where(eq(reportLink.studyId, studyId));
  return rows[0];
}

/** Finds the study whose report a link leads to. */
export async function findSharedStudy(db: Reader, tokenHash: string): Promise<string | undefined> {
  const { reportLink } = db.t;
  const rows = await db.q
    .select({ studyId: reportLink.studyId })
    .from(reportLink)
    .where(eq(reportLink.tokenHash, tokenHash));
  return rows[0]?.studyId;
}

export async function listStatements(db: Reader, studyId: string) {
  const { reportStatement } = db.t;
  return db.q
    .select(pick(reportStatement, "field", "text", "statedAt"))
    .from(reportStatement)
    .where(eq(reportStatement.studyId, studyId))
    .orderBy(asc(reportStatement.field));
}

/** Stores a statement in place of an earlier one. */
export async function replaceStatement(tx: Tx, row: StatementRow): Promise<void> {
  const { reportStatement } = tx.t;
  await tx.q
    .insert(reportStatement)
    .values(row)
    .onConflictDoUpdate({
      target: [reportStatement.studyId, reportStatement.field],
      set: { text: row.text, statedAt: row.statedAt },
    });
}

export async function deleteStatement(
  tx: Tx,
  { studyId, field }: { studyId: string; field: string },
): Promise<void> {
  await tx.q.delete(tx.t.reportStatement).where(matches(tx.t.reportStatement, { studyId, field }));
}
