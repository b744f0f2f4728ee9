import { eq, inArray } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

/** Finds the form of a study as JSON, with the study’s state: it stays after the study is published. */
export async function findDraft(db: Reader, studyId: string) {
  const { study, studySetup } = db.t;
  const rows = await db.q
    .select({ state: study.state, name: study.name, draft: studySetup.draft })
    .from(study)
    .innerJoin(studySetup, eq(studySetup.studyId, study.id))
    .where(eq(study.id, studyId));
  return rows[0];
}

/** Stores the form of a study, and with `labels` what a published study keeps of it. */
export async function updateDraft(
  tx: Tx,
  studyId: string,
  { name, ...texts }: { name: string; draft: string; labels?: string },
): Promise<void> {
  const { study, studySetup } = tx.t;
  await tx.q.update(study).set({ name }).where(eq(study.id, studyId));
  await tx.q.update(studySetup).set(texts).where(eq(studySetup.studyId, studyId));
}

/** Stores the settings of a study. The caller changes `settingsHash` of its row too. */
export async function updateSettings(tx: Tx, studyId: string, settings: string): Promise<void> {
  const { studySetup } = tx.t;
  await tx.q.update(studySetup).set({ settings }).where(eq(studySetup.studyId, studyId));
}

/** Lists the settings of these studies as JSON, in any order; null for a draft. */
export async function listSettings(db: Reader, studyIds: readonly string[]) {
  const { studyId, settings } = db.t.studySetup;
  return db.q
    .select({ studyId, settings })
    .from(db.t.studySetup)
    .where(inArray(studyId, [...studyIds]));
}

export async function findLabels(db: Reader, studyId: string): Promise<string | null> {
  const { studySetup } = db.t;
  const rows = await db.q
    .select({ labels: studySetup.labels })
    .from(studySetup)
    .where(eq(studySetup.studyId, studyId));
  return rows[0]?.labels ?? null;
}
