import { redirect } from "next/navigation";
import { draftPath } from "#components/setup/steps.ts";
import { api } from "#server/http/caller.ts";
import { requireDraftRole } from "#server/http/pages.ts";
import { firstIncomplete } from "#server/study/settings/missing-in-draft.ts";

/** Redirects to the first step of the draft that is incomplete. */
export default async function SetupPage({ params }: PageProps<"/studies/[studyId]/draft">) {
  const { studyId } = await params;
  await requireDraftRole(studyId, "operator");
  const view = await (await api()).drafts.read({ studyId });
  if (view === null) redirect(`/studies/${studyId}`);
  redirect(draftPath(studyId, firstIncomplete(view.draft, view.reading)));
}
