import { redirect } from "next/navigation";
import { Suspense } from "react";
import { ChangedChances } from "#components/results/policy/changes.tsx";
import { HeaviestRules } from "#components/results/policy/heaviest-rules.tsx";
import { LimitCharts, OverviewCharts } from "#components/results/policy/overview-charts.tsx";
import { PolicyOut } from "#components/results/policy/policy-out.tsx";
import { RememberedVerdictsSection } from "#components/results/policy/remembered-verdicts.tsx";
import { PolicySkeleton, RulesSkeleton } from "#components/results/policy/skeletons.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/policy.ts";
import * as out from "#messages/policyOut.ts";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(() => common.tab({ tab: "policy" }));

export default async function PolicyPage({ params }: PageProps<"/studies/[studyId]/results/policy">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator", "researcher", "observer");
  if (study.isAudit) redirect(`/studies/${studyId}/results`);
  // Not a loading.tsx: it would answer 200 before the role is known.
  return (
    <StudyPage name={study.name} role={role} live={study} title={common.tab({ tab: "policy" })}>
      <Suspense fallback={<PolicySkeleton />}>
        <Policy studyId={studyId} hasFeatures={role !== "observer"} />
      </Suspense>
    </StudyPage>
  );
}

async function Policy({ studyId, hasFeatures }: { studyId: string; hasFeatures: boolean }) {
  const { results } = await api();
  const [overview, changes] = await Promise.all([
    results.overview({ studyId }),
    results.changes({ studyId }),
  ]);
  return (
    <>
      <Section id="changed" title={t.whatChanged()}>
        <ChangedChances studyId={studyId} changes={changes} />
      </Section>
      <OverviewCharts studyId={studyId} overview={overview} />
      <div className="mt-10">
        <Section title={t.heaviestTitle()}>
          <Suspense fallback={<RulesSkeleton />}>
            <Rules studyId={studyId} />
          </Suspense>
        </Section>
        {hasFeatures && (
          <Fold label={out.title()} isLazy>
            <PolicyOut studyId={studyId} stretches={stretchesOf(overview)} />
          </Fold>
        )}
        {overview.guarded && (
          <ResearchDetails about={t.aboutPolicy()} isNamed>
            <div className="grid gap-6 lg:grid-cols-2">
              <LimitCharts studyId={studyId} guarded={overview.guarded} />
            </div>
            <Suspense fallback={<RulesSkeleton what={t.theVerdicts()} rows={6} />}>
              <Verdicts studyId={studyId} />
            </Suspense>
          </ResearchDetails>
        )}
      </div>
    </>
  );
}

/** Rounds with a policy, the newest first: the newest and the oldest one of each stretch without a gap. */
function stretchesOf({ closed, openRounds }: Outputs["results"]["overview"]): (readonly [number, number])[] {
  const stretches: [newest: number, oldest: number][] = [];
  for (const round of [...closed.map((point) => point.round), ...openRounds].sort((a, b) => b - a)) {
    const last = stretches.at(-1);
    if (last?.[1] === round + 1) last[1] = round;
    else stretches.push([round, round]);
  }
  return stretches;
}

async function Verdicts({ studyId }: { studyId: string }) {
  const remembered = await (await api()).results.verdicts({ studyId });
  return remembered && <RememberedVerdictsSection studyId={studyId} remembered={remembered} />;
}

async function Rules({ studyId }: { studyId: string }) {
  const caller = await api();
  return <HeaviestRules studyId={studyId} policy={await caller.results.policy({ studyId })} />;
}
