import type { App } from "#server/platform/app/app.ts";
import { type AsOf, exportLog, exportLogBytes, measureLog } from "#server/studies/exports/export-log.ts";
import type { MadeFile } from "./made-file.ts";

/** A study's log up to one entry as a file; undefined if there is no such entry. */
export async function logFileAsOf(app: App, studyId: string, asOf: AsOf): Promise<MadeFile | undefined> {
  const { seq } = asOf;
  const { size, hash } = await measureLog(app, { studyId, after: 0, upTo: seq });
  if (hash === undefined || hash !== (asOf.hash ?? hash)) return undefined;
  return {
    ...{ head: { seq, hash }, size, savedAs: `log-${studyId}-${seq}.jsonl` },
    contentType: "application/jsonl; charset=utf-8",
    pieces: exportLog(app, studyId, seq),
    from: (begin) => exportLogBytes(app, studyId, { after: 0, upTo: seq, begin }),
  };
}
