import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { getApp } from "#server/platform/app/app.ts";
import { exportDecisions } from "#server/rounds/export-decisions.ts";
import { asFile } from "./answers.ts";
import { fileRoles } from "./file-roles.ts";
import { noteDownload } from "./record-download.ts";
import { requestRole } from "./request-role.ts";
import { makerFor } from "./turns.ts";

/**
 * Answers with the decisions of a closed round, or of all, as a CSV file; for the study's operators, who carry them
 * out.
 */
export async function answerDecisions(studyId: string, round?: string): Promise<Response> {
  const session = await requestRole(studyId, "download", fileRoles.decisions);
  if (round !== undefined && !/^[1-9]\d{0,4}$/.test(round))
    throw new DomainError("not-found", t.noRoundHere());
  const app = await getApp();
  const lines = await exportDecisions(app, studyId, round === undefined ? round : Number(round));
  await noteDownload("decisions", studyId);
  const name = round === undefined ? "decisions.csv" : `decisions-round-${round}.csv`;
  return asFile(makerFor(app, session), name, "text/csv", lines);
}
