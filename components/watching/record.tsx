import Link from "next/link";
import { RecordLinks } from "#components/step-up/record-links.tsx";
import { Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import { tableAddress, type WatchTable } from "./addresses.ts";
import { EntryLink } from "./entry-link.tsx";

const tables: readonly { table: WatchTable; name: string; what: string }[] = [
  { table: "rounds", name: "Rounds", what: "one line a round, as in the table above" },
  { table: "people", name: "People", what: "one line a person: chance, decision, outcome" },
  { table: "pairs", name: "Pairs", what: "one line a judged pair: verdicts counted, never by whom" },
];

/** What a researcher takes away, and how it is checked without trusting this server. */
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
          <code>node tests/replay/run.ts RECORD.jsonl</code>
        </pre>
        <p className="max-w-measure text-sm text-ink-2">
          It recomputes the chain, the panel’s decisions, the chances and the draws, and names the first entry
          that differs. That no last lines were cut off only somebody who kept a later checkpoint can tell.
        </p>
      </SheetBody>
      <SheetBody className="grid gap-2 border-t border-hair">
        <h3>As tables (CSV)</h3>
        <ul className="grid gap-1 text-sm">
          {tables.map(({ table, name, what }) => (
            <li key={table}>
              <a className="inline-block py-1" href={tableAddress(studyId, table)} download>
                {name}
              </a>
              <span className="text-ink-2">: {what}</span>
            </li>
          ))}
        </ul>
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
