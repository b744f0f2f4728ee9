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
import * as common from "#messages/common.ts";
import * as t from "#messages/data.ts";
import { api } from "#server/http/caller.ts";
import { requireEntry } from "#server/http/page-addresses.ts";
import { currentViewer, requireStudyRole } from "#server/http/pages.ts";

type Props = PageProps<"/studies/[studyId]/data/entries/[seq]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await currentViewer();
  return { title: t.entryTitle({ seq: (await params).seq }) };
}

export default async function EntryPage({ params }: Props) {
  const { studyId, seq } = await params;
  await requireStudyRole(studyId, "operator", "researcher", "observer");
  const entry = await (await api()).results.entry({ studyId, seq: await requireEntry(studyId, seq) });
  const { round } = entry;
  const type = () => <code className="font-mono text-sm">{entry.type}</code>;
  return (
    <Main>
      <PageHead
        title={t.entryTitle({ seq: entry.seq })}
        crumb={<Link href={dataAddress(studyId)}>{common.tab({ tab: "data" })}</Link>}
        lede={t.entryLede()}
      >
        {entry.seq > 1 && (
          <ButtonLink small href={entryAddress(studyId, entry.seq - 1)}>
            <ArrowLeft aria-hidden />
            {t.entryBefore()}
          </ButtonLink>
        )}
        {entry.seq < entry.lastSeq && (
          <ButtonLink small href={entryAddress(studyId, entry.seq + 1)}>
            {t.entryAfter()}
            <ArrowRight aria-hidden />
          </ButtonLink>
        )}
      </PageHead>
      <Sheet ruled className="[&_dl>:first-child]:border-t-0">
        <Facts>
          <Fact label={t.entryType()}>
            {round === null
              ? type()
              : t.typeOfRound({
                  type,
                  number: round,
                  round: (text) => <Link href={roundAddress(studyId, round)}>{text}</Link>,
                })}
          </Fact>
          <Fact label={t.when()}>
            <LocalTime at={entry.at} />
          </Fact>
          <Fact label={t.hash()}>
            <span className="font-mono text-sm break-all">{entry.hash}</span>
          </Fact>
          <Fact label={t.hashBefore()}>
            <span className="font-mono text-sm break-all">{entry.prev}</span>
          </Fact>
        </Facts>
        <SheetBody className="border-t border-hair">
          <EntryText line={entry.entry} />
        </SheetBody>
        <SheetFooter>
          {t.formatNote({ docs: (text) => <Link href="/docs/log-format">{text}</Link> })}
        </SheetFooter>
      </Sheet>
    </Main>
  );
}
