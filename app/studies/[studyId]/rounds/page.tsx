import { RoundsTable } from "#components/results/policy/rounds-table.tsx";
import { NoRounds } from "#components/rounds/no-rounds.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { pagesAround } from "#components/ui/list/arrange.ts";
import { askedFor, askedPage, askedSort, listState } from "#components/ui/list-state.ts";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as t from "#messages/rounds.ts";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { roundChoices, roundSorts } from "#server/schemas/lists.ts";

export const generateMetadata = titled(t.roundsTitle);

export default async function RoundsPage({ params, searchParams }: PageProps<"/studies/[studyId]/rounds">) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher", "observer");
  const here = `/studies/${studyId}/rounds`;
  const state = listState(here, await searchParams);
  const show = roundChoices.find((choice) => choice === askedFor(state, "show"));
  const sort = askedSort(state, roundSorts);
  const caller = await api();
  const [study, page] = await Promise.all([
    caller.studies.read({ studyId }),
    caller.results.roundList({
      ...{ studyId, page: askedPage(state), search: askedFor(state, "search") },
      ...(show && { show }),
      ...(sort && { sort: sort.name, isDescending: sort.isDescending }),
    }),
  ]);
  return (
    <StudyPage
      name={study.name}
      role={role}
      live={study}
      title={t.roundsTitle()}
      lede={countWords(study)}
      actions={
        role === "operator" &&
        !study.isAudit && (
          <>
            <ButtonLink href={`${here}/outcomes`}>{t.uploadOutcomes()}</ButtonLink>
            {study.canOpen && (
              <ButtonLink look="act" href={`${here}/new`}>
                {t.openRound({ round: study.nextRound })}
              </ButtonLink>
            )}
          </>
        )
      }
    >
      {page.roundCount === 0 ? (
        <NoRounds />
      ) : (
        <RoundsTable
          studyId={studyId}
          state={state}
          arranged={{
            ...{ rows: page.rounds, found: page.foundCount, total: page.roundCount },
            ...pagesAround(state, page.page, page.isLast),
          }}
          isAudit={study.isAudit}
        />
      )}
    </StudyPage>
  );
}

function countWords({
  roundCounts: { all, closed, withoutPairs, cancelled },
}: Outputs["studies"]["read"]): string {
  return all === 0 ? t.noRounds() : t.roundCounts({ closed, withoutPairs, cancelled });
}
