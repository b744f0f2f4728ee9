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
  const { accounts } = await api();
  const [{ studies, next }, earlier] = await Promise.all([
    accounts.myStudies({ isDraft: true }),
    accounts.myStudies({}),
  ]);
  const drafts = studies.filter(({ role }) => role === "operator");
  const published = earlier.studies.filter(({ role, state }) => role === "operator" && state !== "draft");
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
            <p className="mt-3 text-sm text-ink-2">Your other drafts are in the list of your studies.</p>
          )}
        </Section>
      )}
      <Section
        title="Begin"
        note="You can change the name until you publish, but not whether the study learns or audits."
      >
        <BeginForm studies={published.map(({ id, name }) => ({ id, name }))} />
      </Section>
    </Main>
  );
}
