import type { Metadata } from "next";
import { BeginForm } from "#components/setup/begin-form.tsx";
import { DraftList } from "#components/setup/draft-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { api } from "#server/http/caller.ts";
import { requireRole } from "#server/http/pages.ts";

export const metadata: Metadata = { title: "New study" };

export default async function NewStudyPage() {
  await requireRole("platform-operator");
  const { studies, next } = await (await api()).accounts.myStudies({ isDraft: true });
  const drafts = studies.filter(({ role }) => role === "operator");
  return (
    <Main>
      <PageHead
        crumb={<Link href="/">Studies</Link>}
        title="New study"
        lede="A few steps, from the purpose to a review. Each is saved as you type, and nothing is published before you say so."
      />
      {drafts.length > 0 && (
        <Section title="Go on" note="Drafts that only you see.">
          <DraftList drafts={drafts} />
          {next && (
            <p className="mt-3 text-sm text-ink-2">Your further drafts stand in the list of your studies.</p>
          )}
        </Section>
      )}
      <Section
        title="Begin"
        note="The name can change until you publish; what the study is for is chosen once."
      >
        <BeginForm />
      </Section>
    </Main>
  );
}
