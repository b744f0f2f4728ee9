import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { holds } from "#server/http/trpc/roles.ts";
import { getApp } from "#server/platform/app/app.ts";
import { noteRefusal } from "#server/platform/security-log/note-refusal.ts";
import { securitySearchSchema } from "#server/schemas/security-log.ts";
import { exportSecurityLog, exportSecurityTable } from "#server/studies/exports/export-security-log.ts";
import { asFile } from "./answers.ts";
import { noteDownload } from "./record-download.ts";
import { requestSession } from "./request-role.ts";
import { makerFor } from "./turns.ts";

/**
 * Streams the chained security log (`log.jsonl`), or the results of the page's search as a table (`table.csv`), each
 * with its own download as the last event. For administrators.
 */
export async function answerSecurityLog(request: Request, file: string): Promise<Response> {
  const session = await requestSession("download");
  const app = await getApp();
  if (!holds(session.account, "administrator")) {
    noteRefusal(app, { kind: "access.refused", accountId: session.account.id });
    throw new DomainError("forbidden", t.securityLogForAdministrators());
  }
  const make = makerFor(app, session);
  if (file === "log.jsonl") {
    await noteDownload("security-log");
    return asFile(make, "security-log.jsonl", "application/jsonl", exportSecurityLog(app));
  }
  if (file !== "table.csv") throw new DomainError("not-found", t.noSuchFile());
  const parameters = [...new URL(request.url).searchParams].filter(([, value]) => value !== "");
  const search = securitySearchSchema.safeParse(Object.fromEntries(parameters));
  if (!search.success)
    throw new DomainError("bad-input", search.error.issues[0]?.message ?? t.correctSearch());
  await noteDownload("security-table");
  return asFile(make, "security-log.csv", "text/csv", exportSecurityTable(app, search.data));
}
