import type { Metadata } from "next";
import { FilePage } from "#components/files/file-page.tsx";
import { OutcomesDesk } from "#components/outcomes/outcomes-desk.tsx";
import { api } from "#server/api/caller.ts";
import { requireStudyRole } from "#server/api/pages.ts";
import { requireLearning, requirePublished } from "../published.ts";

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
      study={{ id: studyId, name: view.studyName }}
      role={role}
      title="Outcomes from a file"
      lede="For many people at once. You see what would be recorded before anything is."
    >
      <OutcomesDesk studyId={studyId} initial={view} />
    </FilePage>
  );
}
