import { Link } from "#components/ui/link.tsx";
import * as t from "#messages/files.ts";
import { FileDownload } from "./file-download.tsx";

/** Links to the record, from which anyone can recompute every number of a study, and to its log alone. */
export function RecordLinks({ studyId, entryCount }: { studyId: string; entryCount: number }) {
  const files = `/api/studies/${studyId}`;
  return (
    <>
      <p className="max-w-measure">
        {t.recordFiles({ verify: (text) => <Link href="/verify">{text}</Link> })}
      </p>
      <div className="flex flex-wrap gap-2">
        <FileDownload href={`${files}/record`} asks>
          {t.wholeRecord()}
        </FileDownload>
        <FileDownload href={`${files}/log?upTo=${entryCount}`}>
          {t.logAlone({ count: entryCount })}
        </FileDownload>
      </div>
    </>
  );
}
