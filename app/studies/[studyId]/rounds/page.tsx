import { RoundsTable } from "#components/results/policy/rounds-table.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as t from "#messages/rounds.ts";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { addressBefore, pageBefore } from "../page-before.ts";
import { requirePublished } from "../published.ts";

type Props = {
  params: Promise<{ studyId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = titled(t.roundsTitle);

export default async function RoundsPage({ params, searchParams }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher", "observer");
  if (role === "operator") await requirePublished(studyId);
  const before = pageBefore((await searchParams).before);
  const caller = await api();
  const [study, page] = await Promise.all([
    caller.studies.read({ studyId }),
    caller.results.rounds({ studyId, ...(before && { before }) }),
  ]);
  const { learner } = study.settings;
  const here = `/studies/${studyId}/rounds`;
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
                {t.openRound({ round: String(study.nextRound) })}
              </ButtonLink>
            )}
          </>
        )
      }
    >
      <RoundsTable
        studyId={studyId}
        rounds={page.rounds}
        draw={learner.learner === "fixed" ? "none" : learner.draw === "even" ? "even" : "rule"}
      />
      <Pager
        label={t.pagesOfRounds()}
        newer={addressBefore(here, page.newer, page.roundCount)}
        older={addressBefore(here, page.older, page.roundCount)}
      />
    </StudyPage>
  );
}

function countWords({
  roundCounts: { all, closed, withoutPairs, cancelled },
}: Outputs["studies"]["read"]): string {
  return all === 0 ? t.noRounds() : t.roundCounts({ closed, withoutPairs, cancelled });
}
