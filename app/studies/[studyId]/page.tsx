import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { ChangesInShort } from "#components/results/policy/changes.tsx";
import { Downloads } from "#components/rounds/downloads.tsx";
import { neededOf } from "#components/rounds/gamma.ts";
import { LastRoundSheet } from "#components/rounds/inbox/last-round.tsx";
import { WaitingSheet } from "#components/rounds/inbox/waiting-sheet.tsx";
import { OpenForm } from "#components/rounds/open-round/open-form.tsx";
import { RoundList } from "#components/rounds/round-list.tsx";
import { SettingsFacts } from "#components/rounds/settings-facts.tsx";
import { DamageNotice } from "#components/rounds/studies/damage-notice.tsx";
import { EndStudy } from "#components/rounds/studies/end-study.tsx";
import { SeatFacts } from "#components/setup/panel/seat-facts.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Link } from "#components/ui/link.tsx";
import { LiveUpdates } from "#components/ui/live/live-updates.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { RoleBox } from "#components/ui/role-box.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import {
  dataAddress,
  panelResultsAddress,
  simulationsAddress,
  whatIfAddress,
} from "#components/ui/study-addresses.ts";
import { formatCount, formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { pageBefore } from "./page-before.ts";

type StudyView = Outputs["studies"]["read"];
type Props = {
  params: Promise<{ studyId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata: Metadata = { title: "Study" };

export default async function StudyPage({ params, searchParams }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher", "auditor");
  if (role === "auditor") redirect(`/studies/${studyId}/judging`);
  const caller = await api();
  if (role === "operator" && (await caller.drafts.read({ studyId })) !== null) {
    redirect(`/studies/${studyId}/draft`);
  }
  const before = pageBefore((await searchParams).before);
  const study = await caller.studies.read({ studyId, ...(before && { before }) });
  const rounds = `/studies/${studyId}#rounds`;
  return (
    <>
      <StudyCaption study={study} role={role} />
      <Main>
        <PageHead title={study.name} lede={study.guideline?.purpose}>
          <ButtonLink href={panelResultsAddress(studyId)}>Findings</ButtonLink>
          <ButtonLink href={whatIfAddress(studyId)}>Explorer</ButtonLink>
          <ButtonLink href={dataAddress(studyId)}>Data</ButtonLink>
          <ButtonLink href={simulationsAddress(studyId)}>Runs</ButtonLink>
          <ButtonLink href={`/studies/${studyId}/results/policy`}>Watch the study</ButtonLink>
        </PageHead>
        <DamageNotice damage={study.damage} />
        {role === "operator" && <Inbox study={study} />}
        {study.state !== "ready" && !study.isAudit && (
          <Section title="What the panel changed" note="As far as it can be computed from the log.">
            <Suspense fallback={<Skeleton className="h-24" />}>
              <Changed studyId={studyId} />
            </Suspense>
          </Section>
        )}
        <Section id="rounds" title="Rounds" note={roundsNote(study)}>
          <RoundList studyId={studyId} rounds={study.rounds} />
          <Pager
            label="Pages of rounds"
            words={{ back: "Newest rounds", on: "Older rounds" }}
            newer={before ? rounds : null}
            older={study.older === null ? null : rounds.replace("#", `?before=${study.older}#`)}
          />
          {role === "operator" && (
            <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-sm">
              {!study.isAudit && (
                <Link href={`/studies/${studyId}/rounds/outcomes`}>Outcomes from a file</Link>
              )}
              {study.state !== "ended" && study.waiting.act.kind !== "import-people" && (
                <Link href={`/studies/${studyId}/people`}>Import more people</Link>
              )}
            </p>
          )}
        </Section>
        <Section title="The record" note="For anybody who wants to check or replay the study.">
          <Downloads studyId={studyId} head={study.head} />
        </Section>
        <Section title="Panel" note={panelNote(study)}>
          <SeatFacts seats={study.seats} />
          {role === "operator" && (
            <p className="mt-3 text-sm">
              {study.seatlessCount > 0 &&
                `${formatCount(study.seatlessCount, "auditor")} joined without a seat. `}
              <Link href={`/studies/${studyId}/panel`}>
                {study.state === "ended"
                  ? "Invite a researcher, or end a role"
                  : "See who sits there, invite somebody or end a role"}
              </Link>
            </p>
          )}
        </Section>
        <Section title="Guidelines" note="What auditors are asked to look at.">
          <p>
            <Link href={`/studies/${studyId}/guidelines`}>
              Version {study.guideline?.version ?? 1}
              {role === "operator" && study.state !== "ended"
                ? ": read or revise it"
                : ", and those before it"}
            </Link>
          </p>
        </Section>
        <Section title="Settings" note="Frozen when the study was published.">
          <SettingsFacts
            settings={study.settings}
            seatCount={study.seats.length}
            ruleCount={study.ruleCount}
            beacon={study.beacon}
          />
        </Section>
        {role === "operator" && canEnd(study) && (
          <Section id="end" title="End" note="When there is nothing more to decide.">
            <EndStudy studyId={studyId} />
          </Section>
        )}
      </Main>
    </>
  );
}

async function Changed({ studyId }: { studyId: string }) {
  return <ChangesInShort studyId={studyId} changes={await (await api()).results.changes({ studyId })} />;
}

function panelNote({ state }: StudyView): string {
  return state === "ended" ? "The seats at the end of the study." : "The seats of the next round.";
}

function canEnd({ state, open }: StudyView): boolean {
  return state !== "ended" && open === null;
}

function roundsNote({ roundCounts: { all, closed, withoutPairs, cancelled }, isAudit }: StudyView): string {
  return [
    !isAudit && "Outcomes may arrive long after a round was closed.",
    cancelled > 0 && `Cancelled so far: ${cancelled} of ${all}.`,
    withoutPairs > 0 &&
      `${withoutPairs} of ${formatCount(closed, "closed round")} had no pair to judge, so nobody was asked.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function StudyCaption({ study, role }: { study: StudyView; role: "operator" | "researcher" }) {
  return (
    <Caption label="The study in short">
      <CaptionBox label="Study">
        <span className="truncate">{study.name}</span>
      </CaptionBox>
      <CaptionBox label="Needed flags">{neededOf(study.settings.panel.gamma, study.seats.length)}</CaptionBox>
      <CaptionBox label="Rounds">{formatNumber(study.roundCounts.all)}</CaptionBox>
      <CaptionBox label="Waiting">{formatNumber(study.waitingCount)}</CaptionBox>
      <RoleBox role={role} />
      <LiveUpdates studyId={study.id} head={study.head.seq} />
      <CaptionBox label="Log head" optional>
        <span className="font-mono">{study.head.hash.slice(0, 8)}</span>
      </CaptionBox>
    </Caption>
  );
}

/** Inbox of one study: the operator's next actions and the result of the last round. */
function Inbox({ study }: { study: StudyView }) {
  const { id, waiting, lastRound, usualDeadlineDays } = study;
  return (
    <>
      <WaitingSheet studyId={id} usualDays={usualDeadlineDays} waiting={waiting}>
        {waiting.act.kind === "open" ? <NextRound study={study} /> : undefined}
      </WaitingSheet>
      {lastRound && <LastRoundSheet studyId={id} last={lastRound} />}
    </>
  );
}

function NextRound({ study }: { study: StudyView }) {
  return (
    <OpenForm
      studyId={study.id}
      next={study.nextRound}
      waitingCount={study.waitingCount}
      roundSize={study.settings.learner.roundSize}
      usualDeadlineDays={study.usualDeadlineDays}
      isByLot={study.isAudit}
      asked={{ docket: study.settings.presentation.docket, pace: study.pace }}
      closesAtOnce={study.lastRound?.limit?.isNextQuiet === true && study.settings.panel.closesWithoutPairs}
    >
      {!study.isAudit && (
        <Link href={`/studies/${study.id}/rounds/new`}>See them first, or choose others</Link>
      )}
    </OpenForm>
  );
}
