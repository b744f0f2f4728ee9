import type { Metadata } from "next";
import { OutcomesView } from "#components/rounds/outcomes/outcomes-page.tsx";
import { FilePage } from "#components/ui/files/file-page.tsx";
import * as t from "#messages/outcomes.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { requireLearning, requirePublished } from "../../published.ts";

type Props = { params: Promise<{ studyId: string }> };

export function generateMetadata(): Metadata {
  return { title: t.pageTitle() };
}

export default async function OutcomesPage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  await requirePublished(studyId);
  await requireLearning(studyId);
  const view = await (await api()).outcomes.file.read({ studyId });
  return (
    <FilePage studyName={view.studyName} role={role} title={t.pageTitle()} lede={t.pageLede()}>
      <OutcomesView studyId={studyId} initial={view} />
    </FilePage>
  );
}
