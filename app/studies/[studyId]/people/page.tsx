import type { Metadata } from "next";
import { FurtherPeopleView } from "#components/setup/further-people/further-people-page.tsx";
import { FilePage } from "#components/ui/files/file-page.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { requirePublished } from "../published.ts";

type Props = { params: Promise<{ studyId: string }> };

export const metadata: Metadata = { title: "More people" };

export default async function PeoplePage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  await requirePublished(studyId);
  const view = await (await api()).people.file.read({ studyId });
  return (
    <FilePage
      study={{ id: studyId, name: view.studyName }}
      role={role}
      title="More people"
      lede="A further file with the columns that the study has. Its people wait for the next rounds."
    >
      {view.isEnded ? (
        <Notice title="This study has ended.">Nobody can be added to it any more.</Notice>
      ) : (
        <FurtherPeopleView studyId={studyId} initial={view} />
      )}
    </FilePage>
  );
}
