import { desc, eq } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export async function insertGuideline(tx: Tx, row: Tx["t"]["guideline"]["$inferInsert"]): Promise<void> {
  await tx.q.insert(tx.t.guideline).values(row);
}

export async function findLatestGuideline(db: Reader, studyId: string) {
  const { guideline } = db.t;
  const rows = await db.q
    .select(pick(guideline, "version", "purpose", "body", "hash"))
    .from(guideline)
    .where(eq(guideline.studyId, studyId))
    .orderBy(desc(guideline.version))
    .limit(1);
  return rows[0];
}

/** Finds a version of the guidelines, or the newest, without its text. */
export async function findGuideline(db: Reader, studyId: string, version: number) {
  const { guideline } = db.t;
  const rows = await db.q
    .select({ purpose: guideline.purpose, body: guideline.body })
    .from(guideline)
    .where(matches(guideline, { studyId, version }));
  return rows[0];
}

/** Lists the versions of the guidelines, newest first, without their texts. */
export async function listGuidelineVersions(db: Reader, studyId: string) {
  const { guideline } = db.t;
  return db.q
    .select({ version: guideline.version, createdAt: guideline.createdAt, hash: guideline.hash })
    .from(guideline)
    .where(eq(guideline.studyId, studyId))
    .orderBy(desc(guideline.version));
}
