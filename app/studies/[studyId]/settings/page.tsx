import type { Metadata } from "next";
import { SettingsFacts } from "#components/rounds/settings-facts.tsx";
import { EndStudy } from "#components/rounds/studies/end-study.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { StudyCaption } from "#components/ui/study-caption.tsx";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { requirePublished } from "../published.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: { params: Promise<{ studyId: string }> }) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  await requirePublished(studyId);
  const study = await (await api()).studies.read({ studyId });
  const version = study.guideline?.version ?? 1;
  return (
    <>
      <StudyCaption name={study.name} role={role} />
      <Main>
        <PageHead title="Settings" lede="Fixed since the study was published." />
        <SettingsFacts
          settings={study.settings}
          seatCount={study.seats.length}
          ruleCount={study.ruleCount}
          beacon={study.beacon}
        />
        <div className="mt-10">
          <Section title="Guidelines" note="What auditors are asked to look at.">
            <Link href={`/studies/${studyId}/guidelines`}>
              {study.state === "ended" ? "Read" : "Read or revise"} version {version}
            </Link>
          </Section>
          <Section id="end" title="End of the study" note="No round can be opened after it.">
            {study.state === "ended" ? (
              <p>The study has ended.</p>
            ) : study.open === null ? (
              <EndStudy studyId={studyId} />
            ) : (
              <Notice title={`Round ${study.open.number} is not closed.`}>
                Close or cancel it before you end the study.
              </Notice>
            )}
          </Section>
        </div>
      </Main>
    </>
  );
}
