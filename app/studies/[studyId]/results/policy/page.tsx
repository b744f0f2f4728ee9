import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { CheckpointSummary } from "#components/results/checkpoints/checkpoint-status.tsx";
import { Record } from "#components/results/data/record.tsx";
import { ChangesInFull } from "#components/results/policy/changes.tsx";
import { EntropyFigure } from "#components/results/policy/entropy-figure.tsx";
import { HeaviestRules } from "#components/results/policy/heaviest-rules.tsx";
import { OverviewCharts } from "#components/results/policy/overview-charts.tsx";
import { ledeOf } from "#components/results/policy/overview-words.ts";
import { RememberedVerdictsSection } from "#components/results/policy/remembered-verdicts.tsx";
import { RoundsTable } from "#components/results/policy/rounds-table.tsx";
import { FigureSkeleton, RulesSkeleton, WatchSkeleton } from "#components/results/policy/skeletons.tsx";
import { neededOf } from "#components/rounds/gamma.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Link } from "#components/ui/link.tsx";
import { LiveUpdates } from "#components/ui/live/live-updates.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { RoleBox } from "#components/ui/role-box.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { dataAddress, panelResultsAddress, whatIfAddress } from "#components/ui/study-addresses.ts";
import { formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { addressBefore, pageBefore } from "../../page-before.ts";

type Props = {
  params: Promise<{ studyId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata: Metadata = { title: "Watching" };

export default async function WatchPage({ params, searchParams }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher");
  const before = pageBefore((await searchParams).before);
  if (role === "operator" && (await (await api()).drafts.read({ studyId })) !== null) {
    redirect(`/studies/${studyId}/draft`);
  }
  // Not a loading.tsx: it would answer 200 before the role is known.
  return (
    <Suspense fallback={<WatchSkeleton />}>
      <Watching studyId={studyId} role={role} before={before} />
    </Suspense>
  );
}

type Role = "operator" | "researcher";

async function Watching(props: { studyId: string; role: Role; before: number | undefined }) {
  const { studyId, role, before } = props;
  const caller = await api();
  const [study, page] = await Promise.all([
    caller.studies.read({ studyId }),
    caller.results.rounds({ studyId, ...(before && { before }) }),
  ]);
  const { learner, panel } = study.settings;
  if (learner.learner === "fixed") {
    return (
      <>
        <Caption label="The study in short">
          <CaptionBox label="Study">
            <span className="truncate">{study.name}</span>
          </CaptionBox>
          <RoleBox role={role} />
          <LiveUpdates studyId={studyId} head={study.head.seq} />
        </Caption>
        <Main>
          <PageHead
            title="Watching"
            crumb={<Link href={`/studies/${studyId}`}>{study.name}</Link>}
            lede="The rule in force is audited: its chances stand in the file, and nothing is learned or drawn."
          />
          <RoundsAndRecord study={study} page={page} draw="none" />
        </Main>
      </>
    );
  }
  const overview = await caller.results.overview({ studyId });
  const horizon = learner.horizon === null ? "" : ` of ${formatNumber(learner.horizon)}`;
  return (
    <>
      <Caption label="The study in short">
        <CaptionBox label="Study">
          <span className="truncate">{study.name}</span>
        </CaptionBox>
        <CaptionBox label="Rounds closed" optional>
          {formatNumber(overview.closed.length)}
          {horizon}
        </CaptionBox>
        <CaptionBox label="Needed flags" optional>
          {neededOf(panel.gamma, study.seats.length)}
        </CaptionBox>
        <CaptionBox label="Outcomes">{formatNumber(overview.pendingCount)} awaited</CaptionBox>
        <RoleBox role={role} />
        <LiveUpdates studyId={studyId} head={study.head.seq} />
      </Caption>
      <Main>
        <PageHead
          title="Watching"
          crumb={<Link href={`/studies/${studyId}`}>{study.name}</Link>}
          lede={ledeOf(overview, learner.roundSize)}
        >
          <ButtonLink href={panelResultsAddress(studyId)}>Findings</ButtonLink>
          <ButtonLink href={whatIfAddress(studyId)}>Explorer</ButtonLink>
          <ButtonLink href={dataAddress(studyId)}>Data</ButtonLink>
        </PageHead>
        <Section
          id="changed"
          title="What the panel changed"
          note="Reported people then and now, and how the chances of kinds of people moved."
        >
          <Suspense fallback={<RulesSkeleton what="what changed" rows={6} />}>
            <Changes studyId={studyId} />
          </Suspense>
        </Section>
        {overview.guarded && (
          <Section
            title="What is remembered"
            note="Each reported pair is remembered, and pulls on the policy as long as its two people lie further apart than it asks."
          >
            <Suspense fallback={<RulesSkeleton what="the verdicts" rows={6} />}>
              <Verdicts studyId={studyId} />
            </Suspense>
          </Section>
        )}
        <OverviewCharts
          studyId={studyId}
          overview={overview}
          entropy={
            <Suspense fallback={<FigureSkeleton />}>
              <Entropy studyId={studyId} />
            </Suspense>
          }
        />
        <div className="mt-10">
          <Section
            title="Heaviest rules"
            note={`Each rule says pick or not. A person’s chance is the share of all rules that say pick${overview.guarded ? ", before the limit of the round" : ""}.`}
          >
            <Suspense fallback={<RulesSkeleton />}>
              <Rules studyId={studyId} />
            </Suspense>
          </Section>
          <RoundsAndRecord study={study} page={page} draw={overview.isEvenDraw ? "even" : "rule"} />
        </div>
      </Main>
    </>
  );
}

function RoundsAndRecord({
  study,
  page,
  draw,
}: {
  study: Outputs["studies"]["read"];
  page: Outputs["results"]["rounds"];
  draw: "even" | "rule" | "none";
}) {
  const rounds = `/studies/${study.id}/results/policy#rounds`;
  const hidden = draw === "none" ? "verdicts" : "verdicts or the draw";
  return (
    <>
      <Section id="rounds" title="Rounds" note={`While a round is open nobody sees ${hidden}.`}>
        <RoundsTable studyId={study.id} rounds={page.rounds} draw={draw} />
        <Pager
          label="Pages of rounds"
          newer={addressBefore(rounds, page.newer, page.roundCount)}
          older={addressBefore(rounds, page.older, page.roundCount)}
        />
      </Section>
      <Section id="record" title="The record" note="For anybody who wants to check or replay the study.">
        <Record studyId={study.id} head={study.head} />
      </Section>
      <Section
        id="checkpoints"
        title="Checkpoints"
        note="What ties this server to one record: signed after each opening and close, and cosigned by witnesses."
      >
        <Suspense fallback={<RulesSkeleton what="the checkpoints" rows={3} />}>
          <Checkpoints studyId={study.id} />
        </Suspense>
      </Section>
    </>
  );
}

async function Checkpoints({ studyId }: { studyId: string }) {
  const standing = await (await api()).checkpoints.standing({ studyId });
  return <CheckpointSummary studyId={studyId} standing={standing} />;
}

async function Entropy({ studyId }: { studyId: string }) {
  const caller = await api();
  return <EntropyFigure studyId={studyId} policy={await caller.results.policy({ studyId })} />;
}

async function Changes({ studyId }: { studyId: string }) {
  const changes = await (await api()).results.changes({ studyId });
  return <ChangesInFull studyId={studyId} changes={changes} />;
}

async function Verdicts({ studyId }: { studyId: string }) {
  const remembered = await (await api()).results.verdicts({ studyId });
  return remembered && <RememberedVerdictsSection studyId={studyId} remembered={remembered} />;
}

async function Rules({ studyId }: { studyId: string }) {
  const caller = await api();
  return <HeaviestRules studyId={studyId} policy={await caller.results.policy({ studyId })} />;
}
