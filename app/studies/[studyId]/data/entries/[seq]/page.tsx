import { ArrowLeft, ArrowRight } from "lucide-react";
import type { Metadata } from "next";
import { EntryText } from "#components/results/data/entry-text.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import { dataAddress, entryAddress, roundAddress } from "#components/ui/study-addresses.ts";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import { requireEntry } from "#server/http/page-addresses.ts";
import { requireStudyRole } from "#server/http/pages.ts";

type Props = { params: Promise<{ studyId: string; seq: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Entry ${(await params).seq}` };
}

export default async function EntryPage({ params }: Props) {
  const { studyId, seq } = await params;
  await requireStudyRole(studyId, "operator", "researcher");
  const entry = await (await api()).results.entry({ studyId, seq: await requireEntry(studyId, seq) });
  return (
    <Main>
      <PageHead
        title={`Entry ${formatNumber(entry.seq)}`}
        crumb={<Link href={dataAddress(studyId)}>Data</Link>}
        lede="One line of the record, as it was hashed."
      >
        {entry.seq > 1 && (
          <ButtonLink small href={entryAddress(studyId, entry.seq - 1)}>
            <ArrowLeft aria-hidden />
            Entry before
          </ButtonLink>
        )}
        {entry.seq < entry.lastSeq && (
          <ButtonLink small href={entryAddress(studyId, entry.seq + 1)}>
            Entry after
            <ArrowRight aria-hidden />
          </ButtonLink>
        )}
      </PageHead>
      <Sheet ruled className="[&_dl>:first-child]:border-t-0">
        <Facts>
          <Fact label="What it says">
            <code className="font-mono text-sm">{entry.type}</code>
            {entry.round !== null && (
              <>
                {" "}
                of <Link href={roundAddress(studyId, entry.round)}>round {entry.round}</Link>
              </>
            )}
          </Fact>
          <Fact label="When">
            <LocalTime at={entry.at} />
          </Fact>
          <Fact label="Hash">
            <span className="font-mono text-sm break-all">{entry.hash}</span>
          </Fact>
          <Fact label="Hash before">
            <span className="font-mono text-sm break-all">{entry.prev}</span>
          </Fact>
        </Facts>
        <SheetBody className="border-t border-hair">
          <EntryText line={entry.entry} />
        </SheetBody>
        <SheetFooter>
          <Link href="/docs/log-format">The format of the log</Link> says what each part means. Ballots of an
          open round are sealed commitments.
        </SheetFooter>
      </Sheet>
    </Main>
  );
}
