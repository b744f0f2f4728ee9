import { identifierWords } from "#components/rounds/people/shown-person.ts";
import { FurtherPeopleView } from "#components/setup/further-people/further-people-page.tsx";
import { Link } from "#components/ui/link.tsx";
import { ListTable } from "#components/ui/list/list-table.tsx";
import { askedFor, askedSort, listAddress, listState } from "#components/ui/list-state.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import { roundAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/setupPeople.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { peopleListSchema, personStates } from "#server/schemas/lists.ts";

export const generateMetadata = titled(t.people);

export default async function PeoplePage({ params, searchParams }: PageProps<"/studies/[studyId]/people">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator");
  const state = listState(`/studies/${studyId}/people#list`, await searchParams);
  const show = personStates.find((each) => each === askedFor(state, "show"));
  const after = peopleListSchema.shape.after.safeParse(Number(askedFor(state, "page") || undefined)).data;
  const caller = await api();
  const [view, { waitingCount }, list] = await Promise.all([
    caller.people.file.read({ studyId }),
    caller.studies.read({ studyId }),
    caller.people.list({
      ...{ studyId, search: askedFor(state, "search") },
      isDescending: askedSort(state, ["log"])?.isDescending === true,
      ...(show && { show }),
      ...(after && { after }),
    }),
  ]);
  const others: readonly string[] = study.isAudit ? ["picked", "notPicked"] : ["judged"];
  const waiting = t.waiting({ count: waitingCount });
  return (
    <StudyPage
      name={study.name}
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
          {list.total === 0 ? (
            <p className="text-ink-2">{t.noneImported()}</p>
          ) : (
            <ListTable
              state={state}
              arranged={{
                ...{ rows: list.people, found: list.count, total: list.total },
                back: askedFor(state, "page") === "" ? null : listAddress(state, {}),
                on: list.next === null ? null : listAddress(state, { page: String(list.next) }),
              }}
              search={t.findPerson()}
              hint={t.findHint()}
              noMatch={t.noPersonMatches()}
              filters={[
                {
                  name: "show",
                  label: t.state(),
                  options: personStates
                    .filter((each) => !others.includes(each))
                    .map((each) => [each, t.personState({ state: each })] as const),
                },
              ]}
              caption={t.listOfPeople()}
              fold
              keyOf={({ id }) => id}
              columns={[
                [t.inTheLog(), ({ id }) => id, { sort: { name: "log" } }],
                [t.identifiers(), (person) => identifierWords(person) ?? "–", { className: "wrap-anywhere" }],
                [t.state(), (person) => t.personState({ state: person.state })],
                [
                  t.roundOf(),
                  ({ round }) =>
                    round === null ? (
                      "–"
                    ) : (
                      <Link href={roundAddress(studyId, round)}>{t.roundNumber({ round })}</Link>
                    ),
                ],
              ]}
            />
          )}
        </Section>
      </div>
    </StudyPage>
  );
}
