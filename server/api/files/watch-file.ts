import { getApp } from "#server/services/app/app.ts";
import { isStorageTrouble, refusalOf } from "#server/services/app/refusals.ts";
import { incident } from "#server/services/process/incident.ts";
import { readWatchTable } from "#server/services/watching/tables.ts";
import { noteDownload } from "./record-download.ts";
import { requestRole } from "./request-role.ts";
import { streamLines } from "./stream-lines.ts";

/** One table of the watching page as a CSV file, streamed; for the study's operators and researchers. */
export async function answerWatchTable(studyId: string, table: string): Promise<Response> {
  const role = await requestRole(studyId, "download", ["operator", "researcher"]);
  if (role instanceof Response) return role;
  if (role === "not-signed-in") return refuse(401, "Sign in first.");
  if (role !== "operator" && role !== "researcher") {
    return refuse(403, "Only an operator or a researcher of this study can download its tables.");
  }
  try {
    const lines = await readWatchTable(await getApp(), studyId, table);
    if (lines === undefined) return refuse(404, "There is no such table.");
    await noteDownload("table", studyId);
    return new Response(streamLines(lines), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${table}-${studyId}.csv"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (isStorageTrouble(error)) throw error;
    const refusal = refusalOf(error);
    return refusal ? refuse(409, refusal.message) : refuse(500, incident(error, "table").message);
  }
}

function refuse(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": "no-store" } });
}
