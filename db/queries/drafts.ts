import { eq } from "drizzle-orm";
import { findValue, listRows, updateRows } from "#db/store/rows.ts";
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
  await updateRows(tx, "study", { id: studyId }, { name });
  await updateRows(tx, "studySetup", { studyId }, texts);
}

/** Stores the settings of a study. The caller changes `settingsHash` of its row too. */
export async function updateSettings(tx: Tx, studyId: string, settings: string): Promise<void> {
  await updateRows(tx, "studySetup", { studyId }, { settings });
}

/** Lists the settings of these studies as JSON, in any order; null for a draft. */
export async function listSettings(db: Reader, studyIds: readonly string[]) {
  return listRows(db, "studySetup", { studyId: studyIds }, ["studyId", "settings"]);
}

export async function findLabels(db: Reader, studyId: string): Promise<string | null> {
  return (await findValue(db, "studySetup", { studyId }, "labels")) ?? null;
}
