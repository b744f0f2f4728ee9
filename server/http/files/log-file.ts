import * as t from "#messages/refusals.ts";
import type { HeldRole } from "#server/accounts/memberships.ts";
import type { CurrentSession } from "#server/accounts/sessions.ts";
import { DomainError } from "#server/errors.ts";
import { type App, getApp } from "#server/platform/app/app.ts";
import { entryCountHeader } from "#server/schemas/log-file.ts";
import {
  type AsOf,
  exportLog,
  exportLogBytes,
  logHead,
  measureLog,
} from "#server/studies/exports/export-log.ts";
import { fileRoles } from "./file-roles.ts";
import { answerMade, type MadeFile } from "./made-file.ts";
import { noteDownload } from "./record-download.ts";
import { recordFile, recordFileAsOf } from "./record-file.ts";
import { requestRole, requireRecentProof } from "./request-role.ts";
import { makerFor } from "./turns.ts";
import { upToIn } from "./up-to.ts";

/**
 * Streams a study's whole record, which ends with its manifest, or its log alone, up to `?upTo=ENTRY` (the last entry
 * unless given). For the study's operators and researchers; its observers may read the log, and its auditors check their
 * ballots in it.
 */
export async function answerRecord(request: Request, studyId: string, file: string): Promise<Response> {
  const roles: readonly HeldRole[] = file === "log" ? [...fileRoles.log, "auditor"] : fileRoles.record;
  const session = await requestRole(studyId, "download", roles);
  if (file === "log") return answerLog(request, session, studyId);
  if (file === "record") return answerWhole(request, session, studyId);
  throw new DomainError("not-found", t.noSuchFile());
}

async function answerLog(request: Request, session: CurrentSession, studyId: string): Promise<Response> {
  const app = await getApp();
  const { seq } = await logHead(app, studyId);
  const upTo = upToIn(request) ?? seq;
  const file = await logFile(app, studyId, { seq: upTo });
  if (file === undefined) throw new DomainError("bad-input", t.upToRange({ last: seq }));
  await noteDownload("log", studyId);
  const answer = await answerMade(request, makerFor(app, session), file, (asOf) =>
    logFile(app, studyId, asOf),
  );
  answer.headers.set(entryCountHeader, String(upTo));
  return answer;
}

async function answerWhole(request: Request, session: CurrentSession, studyId: string): Promise<Response> {
  const app = await getApp();
  requireRecentProof(app, session);
  await noteDownload("record", studyId);
  return answerMade(request, makerFor(app, session), await recordFile(app, studyId), (asOf) =>
    recordFileAsOf(app, studyId, asOf),
  );
}

/** A study's log after entry `after` up to another one as a file; undefined if there is no such entry. */
export async function logFile(
  app: App,
  studyId: string,
  asOf: AsOf,
  after = 0,
): Promise<MadeFile | undefined> {
  const { seq } = asOf;
  const { size, hash } = await measureLog(app, { studyId, after, upTo: seq });
  if (hash === undefined || hash !== (asOf.hash ?? hash)) return undefined;
  return {
    ...{ head: { seq, hash }, size, savedAs: `log-${studyId}-${seq}.jsonl` },
    contentType: "application/jsonl; charset=utf-8",
    isLog: true,
    pieces: exportLog(app, studyId, seq, after),
    from: (begin) => exportLogBytes(app, studyId, { after, upTo: seq, begin }),
  };
}
