import { BeginForm } from "#components/setup/begin-form.tsx";
import { DraftList } from "#components/setup/draft-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setup.ts";
import { api } from "#server/http/caller.ts";
import { requireDraftRole, requireRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(t.newStudy);

export default async function NewStudyPage({ searchParams }: PageProps<"/studies/new">) {
  await requireRole("platform-operator");
  const { accounts } = await api();
  const { copy } = await searchParams;
  const copied = typeof copy === "string" ? copy : undefined;
  const from = copied === undefined ? undefined : (await requireDraftRole(copied, "operator")).study;
  const [{ studies: drafts, next }, earlier] = await Promise.all([
    accounts.myStudies({ show: "drafts" }),
    accounts.myStudies({ show: "copyable" }),
  ]);
  const isMissing =
    from !== undefined && from.state !== "draft" && !earlier.studies.some(({ id }) => id === from.id);
  const copyable = isMissing ? [{ id: from.id, name: from.name }, ...earlier.studies] : earlier.studies;
  return (
    <Main>
      <PageHead crumb={<Link href="/">{t.studies()}</Link>} title={t.newStudy()} lede={t.newLede()} />
      {drafts.length > 0 && (
        <Section title={t.drafts()} note={t.draftsNote()}>
          <DraftList drafts={drafts} />
          {next && <p className="mt-3 text-sm text-ink-2">{t.otherDrafts()}</p>}
        </Section>
      )}
      <Section title={t.begin()} note={t.beginNote()}>
        <BeginForm initial={{ ...earlier, studies: copyable }} copied={copied} />
      </Section>
    </Main>
  );
}
