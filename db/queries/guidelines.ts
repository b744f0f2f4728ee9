import { desc, eq } from "drizzle-orm";
import type { Reader, Tx } from "../store.ts";

export async function insertGuideline(tx: Tx, row: Tx["t"]["guideline"]["$inferInsert"]): Promise<void> {
  await tx.q.insert(tx.t.guideline).values(row);
}

export async function findLatestGuideline(db: Reader, studyId: string) {
  const { guideline } = db.t;
  const rows = await db.q
    .select({
      version: guideline.version,
      purpose: guideline.purpose,
      body: guideline.body,
      hash: guideline.hash,
    })
    .from(guideline)
    .where(eq(guideline.studyId, studyId))
    .orderBy(desc(guideline.version))
    .limit(1);
  return rows[0];
}
