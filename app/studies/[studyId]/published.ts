import { redirect } from "next/navigation";
import { api } from "#server/http/caller.ts";

/** Redirects an operator to the draft if the study is not published yet. */
export async function requirePublished(studyId: string): Promise<void> {
  const draft = await (await api()).drafts.read({ studyId });
  if (draft !== null) redirect(`/studies/${studyId}/draft`);
}

/** Redirects the operator of an audit to the study. An audit records no outcomes and draws its people at random. */
export async function requireLearning(studyId: string): Promise<void> {
  const { isAudit } = await (await api()).studies.read({ studyId });
  if (isAudit) redirect(`/studies/${studyId}`);
}
