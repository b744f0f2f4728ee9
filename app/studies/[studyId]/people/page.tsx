import { PeopleList } from "#components/rounds/people/people-list.tsx";
import { FurtherPeopleView } from "#components/setup/further-people/further-people-page.tsx";
import { askedFor, askedSort, listState } from "#components/ui/list-state.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as t from "#messages/setupPeople.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { peopleListSchema, personStates } from "#server/schemas/lists.ts";
import { requirePublished } from "../published.ts";

export const generateMetadata = titled(t.people);

export default async function PeoplePage({ params, searchParams }: PageProps<"/studies/[studyId]/people">) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  await requirePublished(studyId);
  const state = listState(`/studies/${studyId}/people#list`, await searchParams);
  const show = personStates.find((each) => each === askedFor(state, "show"));
  const after = peopleListSchema.shape.after.safeParse(Number(askedFor(state, "page") || undefined)).data;
  const caller = await api();
  const [view, { waitingCount, isAudit }, page] = await Promise.all([
    caller.people.file.read({ studyId }),
    caller.studies.read({ studyId }),
    caller.people.list({
      ...{ studyId, search: askedFor(state, "search") },
      isDescending: askedSort(state, ["log"])?.isDescending === true,
      ...(show && { show }),
      ...(after && { after }),
    }),
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
      <div className="mt-10" id="list">
        <Section title={t.listOfPeople()} note={t.listNote()}>
          <PeopleList studyId={studyId} state={state} page={page} isAudit={isAudit} />
        </Section>
      </div>
    </StudyPage>
  );
}
