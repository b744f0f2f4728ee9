import { Suspense } from "react";
import { PastRounds } from "#components/judging/my-rounds/past-rounds.tsx";
import { CancelledRounds } from "#components/rounds/cancelled-rounds.tsx";
import { OverriddenDecisions } from "#components/rounds/overrides/overridden-decisions.tsx";
import { SeatFacts } from "#components/setup/panel/seat-facts.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/myRounds.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, type StudyHead, titled } from "#server/http/pages.ts";
import { addressBefore, pageBefore } from "../page-before.ts";
import { StudySummary } from "../study-summary.tsx";

export const generateMetadata = titled(() => common.tab({ tab: "results" }));

export default async function ResultsPage({ params, searchParams }: PageProps<"/studies/[studyId]/results">) {
  const { studyId } = await params;
  const { role, study: head } = await requireStudyRole(
    studyId,
    "operator",
    "researcher",
    "observer",
    "auditor",
    "former-auditor",
  );
  if (role === "auditor" || role === "former-auditor") {
    return <OwnResults study={head} role={role} before={pageBefore((await searchParams).before)} />;
  }
  const study = await (await api()).studies.read({ studyId });
  return (
    <StudyPage name={study.name} role={role} live={study} title={common.tab({ tab: "results" })}>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <StudySummary study={study} />
      </Suspense>
      {!study.isAudit && <Overrides studyId={studyId} />}
      <CancelledRounds {...study.cancelled} />
    </StudyPage>
  );
}

async function Overrides({ studyId }: { studyId: string }) {
  return <OverriddenDecisions {...(await (await api()).overrides.counts({ studyId }))} />;
}

/** Results of the rounds that the viewer judged. */
async function OwnResults({
  study,
  role,
  before,
}: {
  study: StudyHead;
  role: "auditor" | "former-auditor";
  before: number | undefined;
}) {
  const studyId = study.id;
  const mine = await (await api()).rounds.mine({ studyId, ...(before && { before }) });
  const here = `/studies/${studyId}/results`;
  return (
    <StudyPage name={study.name} role={role} title={common.tab({ tab: "results" })} lede={t.resultsLede()}>
      {mine.past.length === 0 ? (
        <p className="text-ink-2">{t.noResults()}</p>
      ) : (
        <PastRounds studyId={studyId} rounds={mine.past} alpha={mine.alpha} />
      )}
      <CancelledRounds {...mine.cancelled} />
      <Pager
        label={t.pagesOfPast()}
        newer={addressBefore(here, mine.newer, mine.lastNumber)}
        older={addressBefore(here, mine.older, mine.lastNumber)}
      />
      {mine.seats.length > 0 && (
        <div className="mt-10">
          <Section title={t.panel()} note={t.panelNote()}>
            <SeatFacts seats={mine.seats} ownSeat={mine.seat} />
          </Section>
        </div>
      )}
    </StudyPage>
  );
}
