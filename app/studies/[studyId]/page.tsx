import { redirect } from "next/navigation";
import { type ReactNode, Suspense } from "react";
import { ReportsPerHundred } from "#components/results/panel/reports-per-hundred.tsx";
import { ReportsFigure, ThinnedNote } from "#components/results/policy/overview-charts.tsx";
import { reportSentence } from "#components/results/summary/summary-words.ts";
import { WaitingSheet } from "#components/rounds/inbox/waiting-sheet.tsx";
import { roundToOpen } from "#components/rounds/open-round/next-round.ts";
import { OpenForm } from "#components/rounds/open-round/open-form.tsx";
import { RoundList } from "#components/rounds/round-list.tsx";
import { DamageNotice } from "#components/rounds/studies/damage-notice.tsx";
import { retentionSentence } from "#components/rounds/studies/retention-words.ts";
import { FileDownload } from "#components/ui/downloads/file-download.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { dataAddress, dataFileAddress, tableAddress } from "#components/ui/study-addresses.ts";
import * as retention from "#messages/retention.ts";
import * as t from "#messages/studies.ts";
import * as end from "#messages/studyEnd.ts";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { StudySummary } from "./study-summary.tsx";

type StudyView = Outputs["studies"]["read"];

export const generateMetadata = titled(t.overview);

export default async function OverviewPage({ params }: PageProps<"/studies/[studyId]">) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher", "observer", "auditor");
  if (role === "auditor") redirect(`/studies/${studyId}/judging`);
  const study = await (await api()).studies.read({ studyId });
  return (
    <StudyPage name={study.name} role={role} live={study} title={study.name} lede={study.guideline?.purpose}>
      <DamageNotice damage={study.damage} />
      {study.retention.dueAt !== null && (
        <Notice className="mb-8" title={retentionSentence(study.retention)}>
          {retention.retentionWhat()}
        </Notice>
      )}
      {role === "operator" && (
        <WaitingSheet studyId={studyId} usualDays={study.usualDeadlineDays} waiting={study.waiting}>
          {study.waiting.act.kind === "open" ? <NextRound study={study} /> : undefined}
        </WaitingSheet>
      )}
      {role === "operator" && study.canOpen && study.waiting.act.kind !== "open" && (
        <div className="mb-10">
          <Fold label={t.openAnother()}>
            <Sheet ruled>
              <SheetBody>
                <NextRound study={study} />
              </SheetBody>
            </Sheet>
          </Fold>
        </div>
      )}
      {study.state === "ended" && (
        <>
          <Section title={end.summary()}>
            <Suspense fallback={<Skeleton className="h-96" />}>
              <StudySummary study={study} />
            </Suspense>
            {role !== "observer" && (
              <p className="mt-3">
                <Link href={`/studies/${studyId}/report`}>{end.report()}</Link>
              </p>
            )}
          </Section>
          {role === "operator" && <WhatToKeep study={study} />}
        </>
      )}
      {study.state !== "ended" && study.roundCounts.closed > 0 && (
        <Section title={t.howItIsGoing()}>
          <Suspense fallback={<Skeleton className="h-[29rem]" />}>
            <Progress study={study} />
          </Suspense>
        </Section>
      )}
      <Section title={t.latestRounds()}>
        <RoundList studyId={studyId} rounds={study.rounds} />
        {study.roundCounts.all > study.rounds.length && (
          <p className="mt-3 text-sm">
            <Link href={`/studies/${studyId}/rounds`}>{t.allRounds({ count: study.roundCounts.all })}</Link>
          </p>
        )}
      </Section>
    </StudyPage>
  );
}

/** One sentence and one chart on how often the panel reported a pair. */
async function Progress({ study: { id: studyId, isAudit } }: { study: StudyView }) {
  const caller = await api();
  const { findings } = await caller.results.findings({ studyId });
  if (findings === null) return null;
  const overview = isAudit ? null : await caller.results.overview({ studyId });
  return (
    <div className="grid gap-4">
      <p className="max-w-measure text-xl text-balance">{reportSentence(findings.reports, overview)}</p>
      {overview === null ? (
        <ReportsPerHundred {...findings.reports} csv={tableAddress(studyId, "findings-reports")} />
      ) : (
        <>
          <ReportsFigure studyId={studyId} overview={overview} />
          <ThinnedNote roundCount={overview.closed.length} />
        </>
      )}
    </div>
  );
}

async function NextRound({ study }: { study: StudyView }) {
  const panel = await (await api()).panel.read({ studyId: study.id });
  return (
    <OpenForm
      {...roundToOpen(study, panel)}
      isByLot={study.isAudit}
      isQuiet={study.lastRound?.isNextQuiet === true && study.settings.panel.closesWithoutPairs}
    >
      {!study.isAudit && <Link href={`/studies/${study.id}/rounds/new`}>{t.choosePeopleFirst()}</Link>}
    </OpenForm>
  );
}

/** What an operator keeps of a study that has ended, the most important first, each with the way to it. */
async function WhatToKeep({ study: { id: studyId, head, isAudit } }: { study: StudyView }) {
  const { zip } = await (await api()).results.data({ studyId });
  const files = `/api/studies/${studyId}`;
  return (
    <Section title={end.keep()} note={end.keepNote()}>
      <Sheet ruled>
        <ol>
          <Kept what={end.record()} why={end.recordWhy()}>
            <FileDownload href={`${files}/record`} asks>
              {end.toRecord()}
            </FileDownload>
          </Kept>
          <Kept what={end.checkpoint()} why={end.checkpointWhy()}>
            <Link href={`${dataAddress(studyId)}#checkpoints`}>{end.toCheckpoint()}</Link>
          </Kept>
          {!isAudit && (
            <Kept what={end.decisions()} why={end.decisionsWhy()}>
              <a href={`${files}/decisions`} download>
                {end.toDecisions()}
              </a>
            </Kept>
          )}
          <Kept what={end.zip()} why={end.zipWhy()}>
            <FileDownload href={dataFileAddress(studyId, zip, head.seq)} asks>
              {end.toZip()}
            </FileDownload>
          </Kept>
          <Kept what={end.backup()} why={end.backupWhy()}>
            <Link href="/docs/operations#backup">{end.toBackup()}</Link>
          </Kept>
        </ol>
      </Sheet>
    </Section>
  );
}

function Kept({ what, why, children }: { what: string; why: string; children: ReactNode }) {
  return (
    <li className="grid gap-2 border-t border-hair px-4 py-4 first:border-t-0 md:px-6">
      <h3>{what}</h3>
      <p className="max-w-measure text-sm text-ink-2">{why}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
