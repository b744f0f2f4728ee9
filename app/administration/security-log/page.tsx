import { Download } from "lucide-react";
import { ChainCheck } from "#components/account/security-log/chain-check.tsx";
import { EventTable } from "#components/account/security-log/event-tables.tsx";
import { pagesOfEvents } from "#components/account/security-log/event-words.ts";
import { SearchForm, type SecurityLogSearch } from "#components/account/security-log/search-form.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { ZoneNote } from "#components/ui/time/moment.tsx";
import * as t from "#messages/securityLog.ts";
import { api } from "#server/http/caller.ts";
import { requireRole, titled } from "#server/http/pages.ts";
import { securitySearchSchema } from "#server/schemas/security-log.ts";
import { beforeEvent, searchIn } from "./search.ts";

export const generateMetadata = titled(t.title);

export default async function SecurityLogPage({ searchParams }: PageProps<"/administration/security-log">) {
  await requireRole("administrator");
  const params = await searchParams;
  const asked = searchIn(params);
  const search = securitySearchSchema.safeParse(asked);
  const before = beforeEvent(params.before);
  const page = search.success && (await (await api()).securityLog.page({ ...search.data, before }));
  const address = (more: Record<string, string>) =>
    `/administration/security-log?${query({ ...asked, ...more })}`;
  return (
    <Main>
      <PageHead
        title={t.title()}
        crumb={<Link href="/administration">{t.administration()}</Link>}
        lede={t.lede()}
      />
      <Section title={t.search()} note={t.searchNote()}>
        <SearchForm asked={asked} errors={search.success ? {} : errorsIn(search.error.issues)} />
      </Section>
      <Section title={t.events()} note={<ZoneNote />}>
        {!page ? (
          <p>{t.correctFields()}</p>
        ) : page.events.length === 0 ? (
          <p className="text-ink-2">
            {t.noSuchEvent({ clear: (text) => <Link href="/administration/security-log">{text}</Link> })}
          </p>
        ) : (
          <>
            <EventTable events={page.events} />
            <Pager
              label={t.pagesOfEvents()}
              words={pagesOfEvents()}
              newer={before === undefined ? null : address({})}
              older={page.older === null ? null : address({ before: String(page.older) })}
            />
          </>
        )}
      </Section>
      <Section title={t.download()} note={t.downloadNote()}>
        <p className="flex flex-wrap gap-2">
          <a className={buttonClass()} href="/api/administration/security-log/log.jsonl" download>
            <Download aria-hidden /> {t.downloadLog()}
          </a>
          {page && (
            <a
              className={buttonClass()}
              href={`/api/administration/security-log/table.csv?${query(asked)}`}
              download
            >
              <Download aria-hidden /> {t.downloadTable({ isAll: Object.keys(asked).length === 0 })}
            </a>
          )}
        </p>
      </Section>
      <Section title={t.check()} note={t.checkNote()}>
        <ChainCheck />
      </Section>
    </Main>
  );
}

function query(words: Readonly<Record<string, string | undefined>>): string {
  return String(
    new URLSearchParams(Object.entries(words).flatMap(([key, value]) => (value ? [[key, value]] : []))),
  );
}

function errorsIn(issues: readonly { path: PropertyKey[]; message: string }[]): SecurityLogSearch {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}
