import { AddWebhook } from "#components/rounds/webhooks/add-webhook.tsx";
import { WebhookList } from "#components/rounds/webhooks/webhook-list.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as t from "#messages/webhooks.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(t.title);

export default async function WebhooksPage({ params }: PageProps<"/studies/[studyId]/settings/webhooks">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator");
  const webhooks = await (await api()).webhooks.list({ studyId });
  return (
    <StudyPage name={study.name} role={role} title={t.title()} lede={t.lede()}>
      <Section title={t.list()} note={t.keptNote()}>
        <WebhookList studyId={studyId} webhooks={webhooks} />
      </Section>
      <Section title={t.addTitle()}>
        <AddWebhook studyId={studyId} />
      </Section>
    </StudyPage>
  );
}
