import { headers } from "next/headers";
import type { Downloaded } from "#server/audit-log/security/kinds.ts";
import { contextOf } from "#server/http/request-context.ts";
import { recordDownload } from "#server/platform/security-log/record-download.ts";

/** Records in the security log that this request's account receives a file; the caller has checked that it may. */
export async function noteDownload(file: Downloaded, studyId?: string): Promise<void> {
  const { app, session } = await contextOf(await headers());
  if (session === null) throw new Error("a file needs a signed-in account");
  await recordDownload(app, { actorId: session.account.id, studyId, file });
}
