import { Link } from "#components/ui/link.tsx";
import { entryAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/data.ts";
import { formatNumber } from "#server/format.ts";

/**
 * Link to a log entry by its number. Every recorded item links to its own. `relative` keeps its visually hidden words
 * in place.
 */
export function EntryLink({ studyId, seq, what }: { studyId: string; seq: number; what: string }) {
  return (
    <Link href={entryAddress(studyId, seq)} className="relative tabular-nums">
      {formatNumber(seq)}
      <span className="sr-only">{t.entryOf({ what })}</span>
    </Link>
  );
}
