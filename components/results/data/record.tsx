import { RecordLinks } from "#components/ui/downloads/record-links.tsx";
import { Link } from "#components/ui/link.tsx";
import { Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import { dataAddress } from "#components/ui/study-addresses.ts";
import { EntryLink } from "./entry-link.tsx";

/** Downloads for researchers, and how to verify them without trusting this server. */
export function Record({ studyId, head }: { studyId: string; head: { seq: number; hash: string } }) {
  return (
    <Sheet>
      <SheetBody className="grid gap-4">
        <RecordLinks studyId={studyId} entryCount={head.seq} />
      </SheetBody>
      <SheetBody className="grid gap-3 border-t border-hair">
        <h3>Check it yourself</h3>
        <p className="max-w-measure">
          <Link href="/docs/log-format">The format of the log</Link> says everything a program needs. One such
          program, written from that page alone, comes with Evenhand; in its folder:
        </p>
        <pre className="whitespace-pre-wrap break-words border border-hair bg-sunken px-4 py-3 font-mono text-sm">
          <code>npm run replay -- RECORD.jsonl</code>
        </pre>
        <p className="max-w-measure text-sm text-ink-2">
          It recomputes the chain, the panel’s decisions, the chances and the draws, and names the first entry
          that differs. That no last lines were cut off only somebody who kept a later checkpoint can tell.
        </p>
      </SheetBody>
      <SheetBody className="grid gap-2 border-t border-hair">
        <h3>As tables</h3>
        <p className="max-w-measure">
          <Link href={dataAddress(studyId)}>The data of this study</Link>: rounds, chances, pairs, verdicts,
          decisions, outcomes and more, as CSV and Parquet, each column explained.
        </p>
      </SheetBody>
      <SheetFooter>
        <span className="break-all">
          Last entry <EntryLink studyId={studyId} seq={head.seq} what="the end of the log" />,{" "}
          <span className="font-mono text-xs">{head.hash}</span>
        </span>
      </SheetFooter>
    </Sheet>
  );
}
