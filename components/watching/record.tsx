import { Download } from "lucide-react";
import Link from "next/link";
import { GuardedDownload } from "#components/step-up/guarded-download.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import type { StudySettings } from "#server/log/entries.ts";
import { tableAddress, type WatchTable } from "./addresses.ts";
import { EntryLink } from "./entry-link.tsx";
import { isReplayed } from "./replayed.ts";

const tables: readonly { table: WatchTable; name: string; what: string }[] = [
  { table: "rounds", name: "Rounds", what: "one line a round, as in the table above" },
  { table: "people", name: "People", what: "one line a person: chance, decision, outcome" },
  { table: "pairs", name: "Pairs", what: "one line a judged pair: verdicts counted, never by whom" },
];

/** What a researcher takes away, and how it is checked without trusting this server. */
export function Record({
  studyId,
  head,
  learner,
}: {
  studyId: string;
  head: { seq: number; hash: string };
  learner: StudySettings["learner"];
}) {
  const record = `/api/studies/${studyId}`;
  return (
    <Sheet>
      <SheetBody className="grid gap-4">
        <p className="max-w-measure">
          Two files hold all that is needed to recompute every chance, decision and draw: the log, which knows
          people by pseudonyms, and the features of those who stood in a round. After somebody was erased
          there is a third, the learner’s totals, from which a replay goes on. Ballots of an open round are in
          the log as sealed commitments only.
        </p>
        <div className="flex flex-wrap gap-2">
          <a className={buttonClass()} href={`${record}/log?upTo=${head.seq}`} download>
            <Download aria-hidden /> Log (JSONL), {head.seq.toLocaleString("en-GB")} entries
          </a>
          <GuardedDownload href={`${record}/features?upTo=${head.seq}`}>Features (JSONL)</GuardedDownload>
          <GuardedDownload href={`${record}/totals?upTo=${head.seq}`}>Totals (JSONL)</GuardedDownload>
        </div>
      </SheetBody>
      <SheetBody className="grid gap-3 border-t border-hair">
        <h3>Check it yourself</h3>
        <p className="max-w-measure">
          <Link href="/docs/log-format">The format of the log</Link> says everything a program needs. One such
          program, written from that page alone, comes with Evenhand; in its folder:
        </p>
        <pre className="whitespace-pre-wrap break-words border border-hair bg-sunken px-4 py-3 font-mono text-sm">
          <code>node tests/replay/run.ts LOG.jsonl FEATURES.jsonl TOTALS.jsonl</code>
        </pre>
        <p className="max-w-measure text-sm text-ink-2">
          {isReplayed(learner)
            ? "It recomputes the chain, the panel’s decisions, the chances and the draws, and names the first entry that differs."
            : "It does not know this study’s learner and rules yet: it says so and stops. The format says how they are recomputed."}{" "}
          That no last lines were cut off only somebody who kept a later checkpoint can tell.
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
