import { SettingsFacts } from "#components/rounds/settings-facts.tsx";
import { DeleteStudy } from "#components/rounds/studies/delete-study.tsx";
import { EndStudy } from "#components/rounds/studies/end-study.tsx";
import { RetentionForm } from "#components/rounds/studies/retention-form.tsx";
import { retentionSentence } from "#components/rounds/studies/retention-words.ts";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as retention from "#messages/retention.ts";
import * as t from "#messages/studies.ts";
import * as own from "#messages/studySettings.ts";
import * as webhooks from "#messages/webhooks.ts";
import { formatList } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { holds } from "#server/http/trpc/roles.ts";

export const generateMetadata = titled(t.settings);

export default async function SettingsPage({ params }: PageProps<"/studies/[studyId]/settings">) {
  const { studyId } = await params;
  const { account, role } = await requireStudyRole(studyId, "operator");
  const study = await (await api()).studies.read({ studyId });
  const openRounds = formatList(study.open.map(({ number }) => String(number)));
  const version = study.guideline?.version ?? 1;
  return (
    <StudyPage
      name={study.name}
      role={role}
      title={t.settings()}
      lede={t.settingsLede({ isReady: study.state === "ready" })}
    >
      <SettingsFacts
        settings={study.settings}
        seatCount={study.seats.length}
        ruleCount={study.ruleCount}
        beacon={study.beacon}
      />
      {study.state !== "ended" && (
        <p className="mt-4">
          <Link href={`/studies/${studyId}/settings/revise`}>{own.reviseTitle()}</Link>
        </p>
      )}
      <div className="mt-10">
        <Section title={t.guidelines()} note={t.guidelinesNote()}>
          <Link href={`/studies/${studyId}/guidelines`}>
            {t.readGuidelines({ isEnded: study.state === "ended", version })}
          </Link>
        </Section>
        {holds(account, "platform-operator") && (
          <Section title={own.copy()} note={own.copyNote()}>
            <Link href={`/studies/new?copy=${studyId}`}>{own.copyThis()}</Link>
          </Section>
        )}
        <Section title={webhooks.title()} note={webhooks.lede()}>
          <Link href={`/studies/${studyId}/settings/webhooks`}>{webhooks.open()}</Link>
        </Section>
        <Section id="retention" title={retention.retentionTitle()} note={retention.retentionNote()}>
          <p className="mb-4">{retentionSentence(study.retention)}</p>
          {study.retention.state !== "over" && (
            <RetentionForm studyId={studyId} days={study.retention.days} />
          )}
        </Section>
        <Section id="end" title={t.endOfStudy()} note={t.endOfStudyNote()}>
          {study.state === "ended" ? (
            <p>{t.hasEnded()}</p>
          ) : study.open.length === 0 ? (
            <EndStudy studyId={studyId} />
          ) : (
            <Notice title={t.roundNotClosed({ count: study.open.length, rounds: openRounds })}>
              {t.closeItFirst({ count: study.open.length })}
            </Notice>
          )}
        </Section>
        {study.state === "ended" && (
          <Section title={own.deletion()} note={own.deletionNote()}>
            <DeleteStudy study={study} />
          </Section>
        )}
      </div>
    </StudyPage>
  );
}
