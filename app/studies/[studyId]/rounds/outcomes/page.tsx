import type { Metadata } from "next";
import { OutcomesView } from "#components/rounds/outcomes/outcomes-page.tsx";
import { FilePage } from "#components/ui/files/file-page.tsx";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { requireLearning, requirePublished } from "../../published.ts";

type Props = { params: Promise<{ studyId: string }> };

export const metadata: Metadata = { title: "Outcomes from a file" };

export default async function OutcomesPage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  await requirePublished(studyId);
  await requireLearning(studyId);
  const view = await (await api()).outcomes.file.read({ studyId });
  return (
    <FilePage
      studyName={view.studyName}
      role={role}
      title="Outcomes from a file"
      lede="For many people at once. You see what would be recorded before anything is."
    >
      <OutcomesView studyId={studyId} initial={view} />
    </FilePage>
  );
}
