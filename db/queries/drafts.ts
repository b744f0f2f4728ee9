import { eq } from "drizzle-orm";
import { findRow, findValue } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

/** Finds the form of a study as JSON, with the study’s state: it stays after the study is published. */
export async function findDraft(db: Reader, studyId: string) {
  return findRow(db, "study", { id: studyId }, ["state", "name", "draft"]);
}

/** Stores the form of a study, and with `labels` what a published study keeps of it. */
export async function updateDraft(
  tx: Tx,
  studyId: string,
  values: { name: string; draft: string; labels?: string },
): Promise<void> {
  await tx.q.update(tx.t.study).set(values).where(eq(tx.t.study.id, studyId));
}

export async function findLabels(db: Reader, studyId: string): Promise<string | null> {
  return (await findValue(db, "study", { id: studyId }, "labels")) ?? null;
}
