import { Link } from "#components/ui/link.tsx";
import { formatNumber } from "#server/format.ts";
import { FileDownload } from "./file-download.tsx";

/** Links to the record, from which anyone can recompute every number of a study, and to its log alone. */
export function RecordLinks({ studyId, entryCount }: { studyId: string; entryCount: number }) {
  const files = `/api/studies/${studyId}`;
  return (
    <>
      <p className="max-w-measure">
        One file holds all that is needed to recompute every chance, decision and draw: the log, which knows
        people by pseudonyms; the features of everybody whom a round showed; and of all others a fingerprint,
        so that nobody can be exchanged unseen; and the rules, where they are a list of which the log has the
        fingerprint alone. Ballots of an open round are in it as sealed commitments only. Its last line counts
        the rest: without it a file is not whole. <Link href="/verify">Verify a record</Link> does so in your
        browser.
      </p>
      <div className="flex flex-wrap gap-2">
        <FileDownload href={`${files}/record`} asks>
          Whole record
        </FileDownload>
        <FileDownload href={`${files}/log?upTo=${entryCount}`}>
          Log alone, {formatNumber(entryCount)} entries
        </FileDownload>
      </div>
    </>
  );
}
