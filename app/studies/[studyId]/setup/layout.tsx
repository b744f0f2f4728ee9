import { redirect } from "next/navigation";
import { type ReactNode, Suspense } from "react";
import { DraftProvider } from "#components/create-study/draft-context.tsx";
import { SetupSkeleton } from "#components/create-study/setup-skeleton.tsx";
import { api } from "#server/api/caller.ts";
import { requireStudyRole } from "#server/api/pages.ts";

type Props = { params: Promise<{ studyId: string }>; children: ReactNode };

/** The draft is held here, above the steps: it stays while they change. */
export default async function SetupLayout({ params, children }: Props) {
  const { studyId } = await params;
  await requireStudyRole(studyId, "operator");
  return (
    <Suspense fallback={<SetupSkeleton />}>
      <WithDraft studyId={studyId}>{children}</WithDraft>
    </Suspense>
  );
}

async function WithDraft({ studyId, children }: { studyId: string; children: ReactNode }) {
  const view = await (await api()).drafts.read({ studyId });
  if (view === null) redirect(`/studies/${studyId}`);
  return (
    <DraftProvider studyId={studyId} initial={view}>
      {children}
    </DraftProvider>
  );
}
