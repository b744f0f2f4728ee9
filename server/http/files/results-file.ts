import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { getApp } from "#server/platform/app/app.ts";
import { answerIn } from "#server/platform/process/request.ts";
import { readResultsTable } from "#server/results/policy/tables.ts";
import { asFile } from "./answers.ts";
import { fileRoles } from "./file-roles.ts";
import { noteDownload } from "./record-download.ts";
import { requestRole } from "./request-role.ts";
import { makerFor } from "./turns.ts";

/** Streams one table of the results as a CSV file; for the study's operators, researchers and observers. */
export async function answerResultsTable(studyId: string, table: string): Promise<Response> {
  const session = await requestRole(studyId, "download", fileRoles.data);
  // Files are in English for every reader.
  answerIn("en");
  const app = await getApp();
  const lines = await readResultsTable(app, studyId, table);
  if (lines === undefined) throw new DomainError("not-found", t.noTable());
  await noteDownload("table", studyId);
  return asFile(makerFor(app, session), `${table}-${studyId}.csv`, "text/csv", lines);
}
