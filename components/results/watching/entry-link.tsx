import { Link } from "#components/ui/link.tsx";
import { entryAddress } from "#components/ui/study-addresses.ts";

/** The number of a log entry; every recorded thing links to its own. `relative` keeps its unseen words in place. */
export function EntryLink({ studyId, seq, what }: { studyId: string; seq: number; what: string }) {
  return (
    <Link href={entryAddress(studyId, seq)} className="relative tabular-nums">
      {seq.toLocaleString("en-GB")}
      <span className="sr-only">, the entry of {what}</span>
    </Link>
  );
}
