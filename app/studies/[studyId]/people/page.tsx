import type { Metadata } from "next";
import { FurtherPeopleView } from "#components/setup/further-people/further-people-page.tsx";
import { FilePage } from "#components/ui/files/file-page.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { formatCount, plural } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { requirePublished } from "../published.ts";

type Props = { params: Promise<{ studyId: string }> };

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  await requirePublished(studyId);
  const caller = await api();
  const [view, { waitingCount }] = await Promise.all([
    caller.people.file.read({ studyId }),
    caller.studies.read({ studyId }),
  ]);
  return (
    <FilePage
      studyName={view.studyName}
      role={role}
      title="People"
      lede={`${formatCount(waitingCount, "person", "people")} ${plural(waitingCount, "waits", "wait")} for a round.${view.isEnded ? "" : " Upload a file with the same columns to add more."}`}
    >
      {view.isEnded ? (
        <Notice title="This study has ended.">No more people can be added.</Notice>
      ) : (
        <FurtherPeopleView studyId={studyId} initial={view} />
      )}
    </FilePage>
  );
}
