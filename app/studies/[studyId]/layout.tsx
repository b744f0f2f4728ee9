import { StudyTabs } from "#components/ui/shell/study-tabs.tsx";
import { viewerOfStudy } from "#server/http/pages.ts";

/** Adds a study's tabs below the caption of its pages. Each page checks the role itself: a layout is no guard. */
export default async function StudyLayout({ params, children }: LayoutProps<"/studies/[studyId]">) {
  const { studyId } = await params;
  const viewer = await viewerOfStudy(studyId);
  return (
    <div className="flex flex-1 flex-col [&>section]:-order-1">
      {viewer && <StudyTabs studyId={studyId} {...viewer} />}
      {children}
    </div>
  );
}
