import { notFound } from "next/navigation";
import { GuidelineText } from "#components/setup/guidelines/guideline-text.tsx";
import { ReviseForm } from "#components/setup/guidelines/revise-form.tsx";
import { VersionList } from "#components/setup/guidelines/version-list.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as t from "#messages/studies.ts";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";

type View = Outputs["guidelines"]["read"];
export const generateMetadata = titled(t.guidelines);

export default async function GuidelinesPage({
  params,
  searchParams,
}: PageProps<"/studies/[studyId]/guidelines">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator", "researcher", "observer", "auditor");
  const caller = await api();
  const latest = await caller.guidelines.read({ studyId });
  const wanted = versionOf((await searchParams).version, latest);
  const view =
    wanted === latest.shown.version ? latest : await caller.guidelines.read({ studyId, version: wanted });
  const { version, purpose, body } = view.shown;
  return (
    <StudyPage name={study.name} role={role} title={t.guidelinesTitle({ version })} lede={t.guidelinesLede()}>
      <VersionStatus view={latest} shown={version} />
      <Section title={t.text()} note={t.textNote({ isLatest: version === latest.shown.version })}>
        <Sheet ruled>
          <SheetBody className="max-w-measure">
            <GuidelineText purpose={purpose} body={body} language={view.language} />
          </SheetBody>
        </Sheet>
      </Section>
      <Section title={t.versions()} note={t.versionsNote()}>
        <VersionList studyId={studyId} versions={view.versions} shown={version} />
      </Section>
      {role === "operator" && study.state !== "ended" && (
        <Section title={t.revise()} note={t.reviseNote()}>
          <Fold label={t.editGuidelines()} isLazy>
            <ReviseForm studyId={studyId} latest={latest.shown} />
          </Fold>
        </Section>
      )}
    </StudyPage>
  );
}

function versionOf(text: string | string[] | undefined, { shown }: View): number {
  if (text === undefined) return shown.version;
  const version = Number(text);
  if (typeof text !== "string" || !/^[1-9]\d{0,6}$/.test(text) || version > shown.version) notFound();
  return version;
}

function VersionStatus({ view: { openRounds, shown: latest }, shown }: { view: View; shown: number }) {
  const earlier = openRounds.filter(({ version }) => version !== latest.version);
  if (earlier.length > 0) {
    return earlier.map(({ number, version }) => (
      <Notice key={number} tone="info" className="mb-8" title={t.judgedByVersion({ round: number, version })}>
        {t.openedWith({ latest: latest.version })}
      </Notice>
    ));
  }
  if (shown === latest.version) return null;
  return (
    <Notice className="mb-8" title={t.latestIs({ version: latest.version })}>
      {t.latestApplies()}
    </Notice>
  );
}
