import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import * as t from "#messages/files.ts";
import { FileDownload } from "./file-download.tsx";

/** Links to the record, from which anyone can recompute every number of a study, and to its log alone. */
export function RecordLinks({
  studyId,
  entryCount,
  hasRecord = true,
}: {
  studyId: string;
  entryCount: number;
  /** False for observers: the record contains features. */
  hasRecord?: boolean;
}) {
  const files = `/api/studies/${studyId}`;
  const verify = (text: ReactNode) => <Link href="/verify">{text}</Link>;
  return (
    <>
      <p className="max-w-measure">{hasRecord ? t.recordFiles({ verify }) : t.logFile({ verify })}</p>
      <div className="flex flex-wrap gap-2">
        {hasRecord && (
          <FileDownload href={`${files}/record`} asks>
            {t.wholeRecord()}
          </FileDownload>
        )}
        <FileDownload href={`${files}/log?upTo=${entryCount}`}>
          {t.logAlone({ count: entryCount })}
        </FileDownload>
      </div>
    </>
  );
}
