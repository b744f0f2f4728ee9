import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuidelineText } from "#components/setup/guidelines/guideline-text.tsx";
import { ReviseForm } from "#components/setup/guidelines/revise-form.tsx";
import { VersionList } from "#components/setup/guidelines/version-list.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { StudyCaption } from "#components/ui/study-caption.tsx";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { requireStudyRole } from "#server/http/pages.ts";

type View = Outputs["guidelines"]["read"];
type Props = {
  params: Promise<{ studyId: string }>;
  searchParams: Promise<{ version?: string | string[] }>;
};

export const metadata: Metadata = { title: "Guidelines" };

export default async function GuidelinesPage({ params, searchParams }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher", "auditor");
  const caller = await api();
  const latest = await caller.guidelines.read({ studyId });
  const wanted = versionOf((await searchParams).version, latest);
  const view =
    wanted === latest.shown.version ? latest : await caller.guidelines.read({ studyId, version: wanted });
  const { version, purpose, body } = view.shown;
  return (
    <>
      <StudyCaption name={view.studyName} role={role} />
      <Main>
        <PageHead
          title={`Guidelines, version ${version}`}
          lede="What auditors are asked to look at. Each round is judged by the version it was opened with."
        />
        <VersionStatus view={latest} shown={version} />
        <Section
          title="Text"
          note={version === latest.shown.version ? "The latest version." : "An earlier version."}
        >
          <Sheet ruled>
            <SheetBody className="max-w-measure">
              <GuidelineText purpose={purpose} body={body} />
            </SheetBody>
          </Sheet>
        </Section>
        <Section title="Versions" note="None is ever changed or removed.">
          <VersionList studyId={studyId} versions={view.versions} shown={version} />
        </Section>
        {role === "operator" && !view.isEnded && (
          <Section
            title="Revise"
            note="A new version is an entry of the log. It holds from the next opening on; an open round keeps its own."
          >
            <ReviseForm studyId={studyId} latest={latest.shown} />
          </Section>
        )}
      </Main>
    </>
  );
}

function versionOf(text: string | string[] | undefined, { shown }: View): number {
  if (text === undefined) return shown.version;
  const version = Number(text);
  if (typeof text !== "string" || !/^[1-9]\d{0,6}$/.test(text) || version > shown.version) notFound();
  return version;
}

function VersionStatus({ view: { openRound, shown: latest }, shown }: { view: View; shown: number }) {
  if (openRound !== null && openRound.version !== latest.version) {
    return (
      <Notice
        tone="info"
        className="mb-8"
        title={`Round ${openRound.number} is judged by version ${openRound.version},`}
      >
        with which it was opened. Version {latest.version} holds from the next round on.
      </Notice>
    );
  }
  if (shown === latest.version) return null;
  return (
    <Notice className="mb-8" title={`Version ${latest.version} is the latest.`}>
      Rounds opened from now on are judged by it.
    </Notice>
  );
}
