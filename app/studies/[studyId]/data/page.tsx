import { Suspense } from "react";
import { CheckpointSummary } from "#components/results/checkpoints/checkpoint-status.tsx";
import { DataBody } from "#components/results/data/data-body.tsx";
import { RulesSkeleton } from "#components/results/policy/skeletons.tsx";
import { SettingsFacts } from "#components/rounds/settings-facts.tsx";
import { retentionSentence } from "#components/rounds/studies/retention-words.ts";
import { SeatFacts } from "#components/setup/panel/seat-facts.tsx";
import { Link } from "#components/ui/link.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/data.ts";
import * as retention from "#messages/retention.ts";
import { api } from "#server/http/caller.ts";
import { loadInPython, pipInstall } from "#server/http/clients.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(() => common.tab({ tab: "data" }));

export default async function DataPage({ params }: PageProps<"/studies/[studyId]/data">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator", "researcher", "observer");
  const view = await (await api()).results.data({ studyId });
  return (
    <StudyPage name={study.name} role={role} title={common.tab({ tab: "data" })} lede={t.lede()}>
      <DataBody studyId={studyId} view={view} install={pipInstall()} load={loadInPython(studyId)} />
      <Section id="checkpoints" title={t.checkpoints()} note={t.checkpointsNote()}>
        <Suspense fallback={<RulesSkeleton what={t.theCheckpoints()} rows={3} />}>
          <Checkpoints studyId={studyId} />
        </Suspense>
      </Section>
      <Section title={retention.retentionTitle()} note={retention.retentionWhat()}>
        <p>{retentionSentence(view.retention)}</p>
      </Section>
      {role !== "operator" && <StudySettings studyId={studyId} />}
    </StudyPage>
  );
}

async function Checkpoints({ studyId }: { studyId: string }) {
  const status = await (await api()).checkpoints.status({ studyId });
  return <CheckpointSummary studyId={studyId} status={status} />;
}

/** What operators see in the tabs Settings and Panel, without names. */
async function StudySettings({ studyId }: { studyId: string }) {
  const { settings, seats, ruleCount, beacon } = await (await api()).studies.read({ studyId });
  return (
    <>
      <Section title={t.settings()} note={t.settingsNote()}>
        <SettingsFacts settings={settings} seatCount={seats.length} ruleCount={ruleCount} beacon={beacon} />
        <p className="mt-3">
          <Link href={`/studies/${studyId}/guidelines`}>{common.tab({ tab: "guidelines" })}</Link>
        </p>
      </Section>
      <Section title={t.panel()} note={t.panelNote()}>
        <SeatFacts seats={seats} />
      </Section>
    </>
  );
}
