import type { Metadata } from "next";
import { type ReactNode, Suspense } from "react";
import { ResultSummary } from "#components/judging/ballots/result-summary.tsx";
import { byWeightOfFlags } from "#components/judging/ballots/result-words.ts";
import { pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { PanelRemarks } from "#components/judging/results/panel-remarks.tsx";
import type { Annulling } from "#components/judging/results/result.tsx";
import { ResultTable } from "#components/judging/results/result-table.tsx";
import { RoundCaption } from "#components/judging/round-caption.tsx";
import { PaperSkeleton, PartSkeleton } from "#components/judging/skeletons.tsx";
import { ChangedPairs } from "#components/results/policy/changed-pairs.tsx";
import { RestedOn } from "#components/rounds/awaited-number.tsx";
import { ConfirmedBallots } from "#components/rounds/confirmed-ballots.tsx";
import type { Cards } from "#components/rounds/people/shown-person.ts";
import { RoundStateTag } from "#components/rounds/round-state.tsx";
import { ToleranceTable } from "#components/rounds/tolerance-table.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { RoundNews } from "#components/ui/live/round-news.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/roundResult.ts";
import * as tolerances from "#messages/tolerances.ts";
import { formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { requirePanelRound } from "#server/http/page-addresses.ts";
import { currentViewer, requireStudyRole, type StudyHead } from "#server/http/pages.ts";

type PanelSaid = NonNullable<Outputs["ballots"]["remarks"]["panel"]>;
type RoundResult = Outputs["rounds"]["result"];
type Props = PageProps<"/studies/[studyId]/results/[round]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await currentViewer();
  return { title: t.title({ round: (await params).round }) };
}

export default async function ResultPage({ params }: Props) {
  const { studyId, round } = await params;
  const { account, role, study } = await requireStudyRole(studyId, "auditor", "former-auditor");
  const number = await requirePanelRound(studyId, round, account.id);
  return (
    <Suspense fallback={<PaperSkeleton label={t.loading()} />}>
      <Result study={study} number={number} isFormer={role === "former-auditor"} />
    </Suspense>
  );
}

async function Result({ study, number, isFormer }: { study: StudyHead; number: number; isFormer: boolean }) {
  const studyId = study.id;
  const caller = await api();
  const where = { studyId, round: number };
  const [view, remarks] = await Promise.all([
    caller.rounds.result(where),
    isFormer ? null : caller.ballots.remarks(where),
  ]);
  const panelSaid = remarks?.panel ?? null;
  const here = `/studies/${studyId}`;
  return (
    <>
      <RoundCaption
        studyName={study.name}
        round={view.round}
        panel={view.panel}
        tag={<RoundStateTag state={view.round.state} />}
      >
        {view.result?.sealed ? (
          <Link href={`${here}/receipts/${number}`}>
            {t.entry({ entry: formatNumber(view.result.sealed.seq) })}
          </Link>
        ) : (
          t.notSealed()
        )}
      </RoundCaption>
      {!isFormer && (
        <RoundNews studyId={studyId} {...(view.round.closedAt === null && { shown: view.round })} />
      )}
      <Main>
        <PageHead title={t.title({ round: number })} lede={t.lede({ decision: view.decision })} />
        {view.result === null || view.cards === null ? (
          <NoResult view={view} here={here} isFormer={isFormer} />
        ) : (
          <Pairs
            view={view}
            result={view.result}
            cards={{ ...view.cards, alpha: view.alpha }}
            panelSaid={panelSaid}
            annulling={{
              studyId,
              round: number,
              annulments: view.result.annulments,
              mayPropose: !isFormer && study.state !== "ended",
            }}
          >
            {!isFormer && (
              <Suspense fallback={<PartSkeleton label={t.loadingChanges()} />}>
                <Changed studyId={studyId} round={number} />
              </Suspense>
            )}
          </Pairs>
        )}
      </Main>
    </>
  );
}

/** How this round's reported pairs changed since. Computed only if the round has reported pairs. */
async function Changed({ studyId, round }: { studyId: string; round: number }) {
  const changed = await (await api()).rounds.changed({ studyId, round });
  return changed && <ChangedPairs changed={changed} isForAuditor />;
}

function Pairs({
  view,
  result,
  cards,
  panelSaid,
  annulling,
  children,
}: {
  view: RoundResult;
  result: NonNullable<RoundResult["result"]>;
  cards: Cards;
  /** null for an auditor who has left the panel. */
  panelSaid: PanelSaid | null;
  annulling: Annulling;
  /** Description of what the reported pairs changed. */
  children: ReactNode;
}) {
  const pairs = byWeightOfFlags(view.asksTolerances ? [] : result.pairs);
  const spoken = pairs.filter((pair) => pair.counts.unfair > 0 || pair.mine === "unfair");
  const said = new Set(panelSaid?.remarks.map(({ high, low }) => pairKeyOf([high, low])));
  const rest = pairs.filter((pair) => !spoken.includes(pair));
  return (
    <div className="grid gap-8">
      <ResultSummary
        view={view}
        reported={pairs.filter((pair) => pair.weight !== null)}
        sealedCount={result.sealedCount}
      />
      <ConfirmedBallots ballots={result.confirmedBallots} />
      {view.publicNumber && <RestedOn number={view.publicNumber} />}
      {view.pairRule !== null && pairs.some((pair) => pair.weight !== null) && children}
      {view.asksTolerances && (
        <Section title={tolerances.tolerances()} note={tolerances.note()}>
          <ToleranceTable
            caption={tolerances.tolerances()}
            pairs={result.pairs.map((pair) => ({
              ...pair,
              chances: [view.chances[pair.high] ?? "0", view.chances[pair.low] ?? "0"],
            }))}
            panel={view.panel}
          />
        </Section>
      )}
      <div>
        <Section title={t.yoursAndPanels()} note={t.yoursAndPanelsNote()}>
          {spoken.length === 0 ? (
            <p>{t.nothingFlagged()}</p>
          ) : (
            <Sheet>
              <ResultTable
                caption={t.flaggedPairs()}
                pairs={spoken}
                cards={cards}
                isAudit={view.pairRule === null}
                said={said}
                annulling={annulling}
              />
            </Sheet>
          )}
          {rest.length > 0 && (
            <details className="mt-4">
              <summary className="min-h-9 cursor-pointer text-accent">
                {t.moreUnflagged({ count: rest.length })}
              </summary>
              <Sheet className="mt-2">
                <ResultTable
                  caption={t.unflaggedPairs()}
                  pairs={rest}
                  cards={cards}
                  isAudit={view.pairRule === null}
                  said={said}
                  annulling={annulling}
                />
              </Sheet>
            </details>
          )}
        </Section>
      </div>
      {panelSaid !== null && <PanelRemarks panelSaid={panelSaid} cards={cards} />}
    </div>
  );
}

function NoResult({
  view: { round },
  here,
  isFormer,
}: {
  view: RoundResult;
  here: string;
  /** Former auditors cannot open the judging page. */
  isFormer: boolean;
}) {
  if (round.state === "cancelled") {
    return (
      <p className="max-w-measure">
        {t.cancelledNote({ entry: round.closedSeq === null ? "none" : formatNumber(round.closedSeq) })}
      </p>
    );
  }
  if (round.state === "closing") {
    return <p className="max-w-measure">{t.closingNote()}</p>;
  }
  const { deadlineAt } = round;
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-measure">
        {t.openNote({
          deadline: (text) => (deadlineAt === null ? text : <LocalTime at={deadlineAt} relative />),
        })}
      </p>
      {!isFormer && (
        <ButtonLink href={`${here}/judging/${round.number}`}>
          {t.goToRound({ round: round.number })}
        </ButtonLink>
      )}
    </div>
  );
}
