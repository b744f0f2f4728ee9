import { getApp } from "#server/platform/app/app.ts";
import { readResultsTable } from "#server/results/policy/tables.ts";
import { answerOr, asFile, sendRefusal } from "./answers.ts";
import { noteDownload } from "./record-download.ts";
import { requestRole } from "./request-role.ts";

/** Streams one table of the results as a CSV file; for the study's operators and researchers. */
export async function answerResultsTable(studyId: string, table: string): Promise<Response> {
  const role = await requestRole(studyId, "download", ["operator", "researcher"]);
  if (role instanceof Response) return role;
  if (role === "not-signed-in") return sendRefusal(401, "Sign in first.");
  if (role !== "operator" && role !== "researcher") {
    return sendRefusal(403, "Only an operator or a researcher of this study can download its tables.");
  }
  return answerOr("table", async () => {
    const lines = await readResultsTable(await getApp(), studyId, table);
    if (lines === undefined) return sendRefusal(404, "There is no such table.");
    await noteDownload("table", studyId);
    return asFile(`${table}-${studyId}.csv`, "text/csv", lines);
  });
}
