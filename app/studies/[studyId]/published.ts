import { redirect } from "next/navigation";
import { api } from "#server/http/caller.ts";

/** An operator who has not published the study yet is led to its draft. */
export async function requirePublished(studyId: string): Promise<void> {
  const draft = await (await api()).drafts.read({ studyId });
  if (draft !== null) redirect(`/studies/${studyId}/setup`);
}

/** An audit takes no outcomes, and draws its people by lot: its operator is led to the study. */
export async function requireLearning(studyId: string): Promise<void> {
  const { isAudit } = await (await api()).studies.read({ studyId });
  if (isAudit) redirect(`/studies/${studyId}`);
}
