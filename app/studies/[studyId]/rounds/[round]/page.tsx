import type { Metadata } from "next";
import { type ReactNode, Suspense } from "react";
import { ResultDetails } from "#components/judging/results/result.tsx";
import { ChangedPairs } from "#components/results/policy/changed-pairs.tsx";
import { RulesSkeleton } from "#components/results/policy/skeletons.tsx";
import { Attendance } from "#components/rounds/attendance.tsx";
import { AwaitedNumber, RestedOn } from "#components/rounds/awaited-number.tsx";
import { whyCancelled } from "#components/rounds/cancel-words.ts";
import { ConfirmedBallots } from "#components/rounds/confirmed-ballots.tsx";
import { DecidedPeople } from "#components/rounds/decided-people.tsx";
import { docketSentence } from "#components/rounds/docket-words.ts";
import { comingPicks, evenPicks, unmadeDraw } from "#components/rounds/draw-words.ts";
import { CancelRound, CloseEarly, ExtendRound } from "#components/rounds/end-round.tsx";
import { actAddress, buttonOf } from "#components/rounds/inbox/act-words.ts";
import { WaitingSheet } from "#components/rounds/inbox/waiting-sheet.tsx";
import { limitWords } from "#components/rounds/limit-words.ts";
import { PanelFacts } from "#components/rounds/panel-facts.tsx";
import { PeopleFolds } from "#components/rounds/people-folds.tsx";
import { PeopleTable } from "#components/rounds/people-table.tsx";
import { pickSettings, studyPicks } from "#components/rounds/picks-words.ts";
import { Remind } from "#components/rounds/reminders/remind.tsx";
import { RoundStateTag } from "#components/rounds/round-state.tsx";
import { RoundTolerances } from "#components/rounds/round-tolerances.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { neededInWords } from "#components/ui/decision-words.ts";
import { Fold } from "#components/ui/fold.tsx";
import { Link } from "#components/ui/link.tsx";
import { listState } from "#components/ui/list-state.ts";
import { LiveUpdates } from "#components/ui/live/live-updates.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { RoleBox } from "#components/ui/role-box.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as result from "#messages/roundResult.ts";
import * as t from "#messages/rounds.ts";
import { formatPoints } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { requireStudyRound } from "#server/http/page-addresses.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { messageKey } from "#server/locale.ts";

type Board = Outputs["rounds"]["board"];
type Props = PageProps<"/studies/[studyId]/rounds/[round]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: t.roundName({ round: (await params).round }) };
}

export default async function RoundPage({ params, searchParams }: Props) {
  const { studyId, round } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher", "observer");
  const number = await requireStudyRound(studyId, round);
  const caller = await api();
  const isOperator = role === "operator";
  const [study, board, reminders] = await Promise.all([
    caller.studies.read({ studyId }),
    caller.rounds.board({ studyId, round: number }),
    isOperator ? caller.reminders.read({ studyId, round: number }) : null,
  ]);
  const mayExplain = isOperator && !study.isAudit;
  const links = mayExplain ? await caller.explanations.links({ studyId, round: number }) : null;
  const chances = board.people.map(({ chance }) => chance);
  const isOpen = board.round.state === "open";
  const isDrawn = board.round.neededFlags !== null;
  const hasEnded = !isOpen && board.round.state !== "closing";
  const askedCount = board.round.toleranceCount ?? board.round.pairCount;
  const { settings } = study;
  const learning = settings.learner.learner === "fixed" ? null : settings.learner;
  const picks = pickSettings(settings.learner);
  const pickedCount = board.people.filter(({ selected }) => selected).length;
  const needed = neededInWords(board.round);
  const mayPropose = isOperator && study.state !== "ended";
  return (
    <>
      <RoundCaption studyId={studyId} studyName={study.name} board={board} needed={needed} role={role}>
        <LiveUpdates studyId={studyId} head={study.head.seq} />
      </RoundCaption>
      <Main>
        <PageHead title={t.roundName({ round: number })}>
          {isOperator && study.lastRound?.number === number && hasEnded && (
            <ButtonLink href={actAddress(studyId, study.waiting.act)}>
              {buttonOf(study.waiting.act)}
            </ButtonLink>
          )}
        </PageHead>
        {isOperator && isOpen && isToEnd(study) && (
          <WaitingSheet studyId={studyId} usualDays={study.usualDeadlineDays} waiting={study.waiting} />
        )}
        <div className="grid gap-8">
          {board.result && (
            <ResultDetails
              violations={board.result.violations}
              cards={board}
              isEachInFull={learning === null || learning.pairRule === "all"}
              draw={
                board.result.draw && {
                  rule: board.result.rule,
                  picks: evenPicks(chances, pickedCount),
                  u: board.result.draw.u,
                }
              }
              needed={needed}
              annulling={{ ...board.result, studyId, round: number, mayPropose }}
            />
          )}
          {board.result && <ConfirmedBallots ballots={board.result.confirmedBallots} />}
          {board.result && board.result.violations.length > 0 && !study.isAudit && (
            <Suspense fallback={<RulesSkeleton what={t.whatChanged()} rows={3} />}>
              <Changed studyId={studyId} round={number} />
            </Suspense>
          )}
          {board.publicNumber?.signature === null && board.round.closedAt === null && (
            <AwaitedNumber number={board.publicNumber} />
          )}
          {board.publicNumber && board.result && <RestedOn number={board.publicNumber} />}
          {board.round.state === "cancelled" && (
            <Notice title={whyCancelled(board.round.closeReason)}>
              {t.cancelledNote()}
              {board.unmadePicks !== null && ` ${unmadeDraw(board.unmadePicks)}`}
            </Notice>
          )}
          {board.round.hasClosedOtherwise && (
            <Notice tone="warn" title={result.closedEarlier()}>
              {result.closedEarlierNote()}
            </Notice>
          )}
          {board.round.pairCount === 0 && board.round.state !== "cancelled" && (
            <Notice title={t.noPairs()}>
              {t.noPairsNote({ limit: formatPoints(Number(settings.learner.alpha), 10), isOpen })}
            </Notice>
          )}
          <RoundTolerances studyId={studyId} board={board} isOperator={isOperator} />
          <PeopleTable
            state={listState(`/studies/${studyId}/rounds/${number}#people`, await searchParams)}
            people={board.people}
            fields={board.fields}
            coming={isOpen && learning ? comingPicks(chances, learning.draw === "even") : null}
          >
            {t.chosen({ how: messageKey(board.round.chosen) })}{" "}
            {board.round.guard && limitWords(board.round.guard)} {picks && studyPicks(picks, chances.length)}
          </PeopleTable>
          {board.result?.draw && isOperator && <DecidedPeople studyId={studyId} board={board} />}
          {isOpen && board.round.pairCount > 0 && (
            <p className="max-w-measure text-ink-2">{docketSentence(board.round, study.pace)}</p>
          )}
          {(isDrawn || isOpen) && <PanelFacts studyId={studyId} board={board} isDrawn={isDrawn} />}
          {isDrawn && isOpen && <Attendance panel={board.panel} pairCount={askedCount} />}
          {isDrawn && !isOpen && askedCount > 0 && (
            <Fold label={t.attendance()}>
              <Attendance panel={board.panel} pairCount={askedCount} />
            </Fold>
          )}
        </div>
        {board.result && isOperator && (
          <div className="mt-10">
            <PeopleFolds studyId={studyId} round={number} people={board.people} links={links} />
          </div>
        )}
        {reminders !== null && isOpen && (
          <div className="mt-10">
            {isDrawn && askedCount > 0 && (
              <Section title={t.remind()} note={t.remindNote()}>
                <Remind studyId={studyId} round={number} reminders={reminders} />
              </Section>
            )}
            <Ending study={study} board={board} />
          </div>
        )}
      </Main>
    </>
  );
}

async function Changed({ studyId, round }: { studyId: string; round: number }) {
  return <ChangedPairs changed={await (await api()).results.changedPairs({ studyId, round })} />;
}

function RoundCaption({
  studyId,
  studyName,
  board,
  needed,
  role,
  children,
}: {
  studyId: string;
  studyName: string;
  board: Board;
  needed: string;
  role: Parameters<typeof RoleBox>[0]["role"];
  children: ReactNode;
}) {
  const { number, state, deadlineAt, closedAt } = board.round;
  const sealed = board.panel.filter((place) => place.sealedAt !== null).length;
  return (
    <Caption label={t.inShort()}>
      <CaptionBox label={t.study()}>
        <span className="max-md:whitespace-normal md:truncate">
          {t.studyAndRound({ study: studyName, round: number })}
        </span>
        <RoundStateTag state={state} />
      </CaptionBox>
      <CaptionBox label={closedAt === null ? t.closes() : t.ended()}>
        {closedAt !== null && <LocalTime at={closedAt} />}
        {closedAt === null && state === "closing" && t.beingDrawn()}
        {closedAt === null &&
          state !== "closing" &&
          (deadlineAt === null ? t.noDeadline() : <LocalTime at={deadlineAt} relative />)}
      </CaptionBox>
      <CaptionBox label={t.neededFlags()} optional>
        {needed}
      </CaptionBox>
      <CaptionBox label={t.guidelines()} optional>
        <Link href={`/studies/${studyId}/guidelines?version=${board.round.guidelineVersion}`}>
          {t.version({ version: board.round.guidelineVersion })}
        </Link>
      </CaptionBox>
      <RoleBox role={role} />
      <CaptionBox label={t.sealed()}>
        {board.round.pairCount === 0 && board.round.toleranceCount === null
          ? t.noAuditorAsked()
          : t.sealedOf({ sealed, count: board.round.seatCount })}
      </CaptionBox>
      {children}
    </Caption>
  );
}

type StudyView = Outputs["studies"]["read"];

/** Returns whether the open round has all its ballots, or no time left for more, and only needs to be ended. */
function isToEnd({ waiting: { act } }: StudyView): boolean {
  return act.kind === "close" || act.kind === "extend";
}

function Ending({ study, board }: { study: StudyView; board: Board }) {
  const { id: studyId, settings } = study;
  const { number, deadlineAt, closesAt, closing } = board.round;
  const missing = board.panel.filter((place) => place.sealedAt === null).length;
  return (
    <>
      <Section title={t.deadline()} note={t.deadlineNote()}>
        <p className="mb-3 text-sm text-ink-2">
          {t.closing({ how: closing === "no-pairs" ? "atOnce" : messageKey(closing) })}
          {closesAt !== null && <> {t.closesThen({ time: () => <LocalTime at={closesAt} /> })}</>}
        </p>
        <ExtendRound studyId={studyId} round={number} deadlineAt={deadlineAt} />
      </Section>
      {board.round.neededFlags !== null && !isToEnd(study) && (
        <Section title={t.closeEarly()}>
          <CloseEarly
            studyId={studyId}
            round={number}
            sealed={board.panel.length - missing}
            missing={missing}
            quorum={settings.panel.quorum}
            closing={closing}
          />
        </Section>
      )}
      {settings.drawAt !== "opening" && (
        <Section title={t.cancelTitle()}>
          <CancelRound studyId={studyId} round={number} />
        </Section>
      )}
    </>
  );
}
