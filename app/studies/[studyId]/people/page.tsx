import { FurtherPeopleView } from "#components/setup/further-people/further-people-page.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as t from "#messages/setupPeople.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { requirePublished } from "../published.ts";

type Props = { params: Promise<{ studyId: string }> };

export const generateMetadata = titled(t.people);

export default async function PeoplePage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  await requirePublished(studyId);
  const caller = await api();
  const [view, { waitingCount }] = await Promise.all([
    caller.people.file.read({ studyId }),
    caller.studies.read({ studyId }),
  ]);
  const waiting = t.waiting({ count: waitingCount });
  return (
    <StudyPage
      name={view.studyName}
      role={role}
      title={t.people()}
      lede={view.isEnded ? waiting : t.waitingMayAdd({ waiting })}
    >
      {view.isEnded ? (
        <Notice title={t.ended()}>{t.endedWhy()}</Notice>
      ) : (
        <FurtherPeopleView studyId={studyId} initial={view} />
      )}
    </StudyPage>
  );
}
