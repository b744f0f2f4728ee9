import { redirect } from "next/navigation";
import { DraftProvider } from "#components/setup/draft-provider.tsx";
import { api } from "#server/http/caller.ts";
import { requireDraftRole } from "#server/http/pages.ts";

/**
 * Holds the draft above the steps, so that it survives a change of step. The draft is read without Suspense: Suspense
 * would answer 200 before the step is known to exist. Reading it is one row.
 */
export default async function SetupLayout({ params, children }: LayoutProps<"/studies/[studyId]/draft">) {
  const { studyId } = await params;
  await requireDraftRole(studyId, "operator");
  const view = await (await api()).drafts.read({ studyId });
  if (view === null) redirect(`/studies/${studyId}`);
  return (
    <DraftProvider studyId={studyId} initial={view}>
      {children}
    </DraftProvider>
  );
}
