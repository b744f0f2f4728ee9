import { Download } from "lucide-react";
import type { Metadata } from "next";
import { ChainCheck } from "#components/account/security-log/chain-check.tsx";
import { EventTable } from "#components/account/security-log/event-table.tsx";
import { pagesOfEvents } from "#components/account/security-log/event-words.ts";
import { SearchForm, type SecurityLogSearch } from "#components/account/security-log/search-form.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { ZoneNote } from "#components/ui/time/moment.tsx";
import { api } from "#server/http/caller.ts";
import { requireRole } from "#server/http/pages.ts";
import { securitySearchSchema } from "#server/schemas/security-log.ts";
import { beforeEvent, searchIn } from "./search.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const metadata: Metadata = { title: "Security log" };

export default async function SecurityLogPage({ searchParams }: Props) {
  await requireRole("administrator");
  const params = await searchParams;
  const asked = searchIn(params);
  const search = securitySearchSchema.safeParse(asked);
  const before = beforeEvent(params.before);
  const page = search.success && (await (await api()).securityLog.page({ ...search.data, before }));
  return (
    <Main>
      <PageHead
        title="Security log"
        crumb={<Link href="/administration">Administration</Link>}
        lede="What happened to accounts, links, roles and files. Each event carries the hash of the one before, so a change shows."
      />
      <Section title="Look for" note="Each account sees its own events on its account page.">
        <SearchForm asked={asked} errors={search.success ? {} : errorsIn(search.error.issues)} />
      </Section>
      <Section title="Events" note={<ZoneNote />}>
        {page ? <Events page={page} asked={asked} before={before} /> : <p>Put right what is said above.</p>}
      </Section>
      <Section title="Take away" note="A download is an event too.">
        <p className="flex flex-wrap gap-2">
          <a className={buttonClass()} href="/api/administration/security-log/log.jsonl" download>
            <Download aria-hidden /> All events as they are chained (JSONL)
          </a>
          {page && (
            <a
              className={buttonClass()}
              href={`/api/administration/security-log/table.csv?${query(asked)}`}
              download
            >
              <Download aria-hidden /> {Object.keys(asked).length === 0 ? "All" : "The found"} events as a
              table (CSV)
            </a>
          )}
        </p>
      </Section>
      <Section title="Check" note="Follows every event from the first one on.">
        <ChainCheck />
      </Section>
    </Main>
  );
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof api>>["securityLog"]["page"]>>;

function Events({
  page,
  asked,
  before,
}: {
  page: Page;
  asked: SecurityLogSearch;
  before: number | undefined;
}) {
  const address = (more: Record<string, string>) =>
    `/administration/security-log?${query({ ...asked, ...more })}`;
  if (page.events.length === 0) return <p className="text-ink-2">There is no such event.</p>;
  return (
    <>
      <EventTable events={page.events} />
      <Pager
        label="Pages of events"
        words={pagesOfEvents}
        newer={before === undefined ? null : address({})}
        older={page.older === null ? null : address({ before: String(page.older) })}
      />
    </>
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
