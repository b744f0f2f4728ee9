import { Link } from "#components/ui/link.tsx";
import { entryAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/report.ts";

/** Link to the log entry that a figure of a report follows from. Its words also stand on paper. */
export function ReportSource({ studyId, seq }: { studyId: string; seq: number }) {
  return (
    <Link href={entryAddress(studyId, seq)} className="text-sm whitespace-nowrap tabular-nums">
      {t.entry({ seq })}
    </Link>
  );
}
