import { ReviseSettings } from "#components/setup/settings/revision/revise-settings.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as t from "#messages/studySettings.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(t.reviseTitle);

export default async function ReviseSettingsPage({
  params,
}: PageProps<"/studies/[studyId]/settings/revise">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator");
  const typed = await (await api()).studies.settings({ studyId });
  return (
    <StudyPage
      name={study.name}
      role={role}
      title={t.reviseTitle()}
      lede={t.reviseLede({ isOpened: typed.isOpened })}
    >
      {study.state === "ended" ? (
        <Notice title={t.endedFixed()} />
      ) : (
        <ReviseSettings studyId={studyId} typed={typed} />
      )}
    </StudyPage>
  );
}
