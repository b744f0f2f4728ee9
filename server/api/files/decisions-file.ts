import { getApp } from "#server/services/app/app.ts";
import { isStorageTrouble, refusalOf } from "#server/services/app/refusals.ts";
import { incident } from "#server/services/process/incident.ts";
import { readDecisions } from "#server/services/rounds/read-decisions.ts";
import { fileRoles } from "./file-roles.ts";
import { noteDownload } from "./record-download.ts";
import { requestRole } from "./request-role.ts";
import { streamLines } from "./stream-lines.ts";

/** The decisions of a closed round, or of all, as a CSV file; for the study's operators, who carry them out. */
export async function answerDecisions(studyId: string, round?: string): Promise<Response> {
  const role = await requestRole(studyId, "download", fileRoles.decisions);
  if (role instanceof Response) return role;
  if (role === "not-signed-in") return refuse(401, "Sign in first.");
  if (role !== "operator") return refuse(403, "Only an operator of this study can download its decisions.");
  if (round !== undefined && !/^[1-9]\d{0,4}$/.test(round)) return refuse(404, "There is no such round.");
  try {
    const lines = await readDecisions(await getApp(), studyId, round === undefined ? round : Number(round));
    await noteDownload("decisions", studyId);
    const name = round === undefined ? "decisions.csv" : `decisions-round-${round}.csv`;
    return new Response(streamLines(lines), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (isStorageTrouble(error)) throw error;
    const refusal = refusalOf(error);
    if (refusal === undefined) return refuse(500, incident(error, "decisions").message);
    return refuse(refusal.code === "not-found" ? 404 : 409, refusal.message);
  }
}

function refuse(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": "no-store" } });
}
