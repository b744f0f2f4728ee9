import { redirect } from "next/navigation";
import { api } from "#server/api/caller.ts";

/** An operator who has not published the study yet is led to its draft. */
export async function requirePublished(studyId: string): Promise<void> {
  const draft = await (await api()).drafts.read({ studyId });
  if (draft !== null) redirect(`/studies/${studyId}/setup`);
}
