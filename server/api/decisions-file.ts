import { getApp } from "#server/services/app.ts";
import { incident } from "#server/services/incident.ts";
import { refusalOf } from "#server/services/refusals.ts";
import { decisionsCsv } from "#server/services/rounds/read-decisions.ts";
import { requestRole } from "./request-role.ts";

/** The decisions of a closed round as a CSV file; for the study's operators, who carry them out. */
export async function answerDecisions(studyId: string, round: string): Promise<Response> {
  const role = await requestRole(studyId);
  if (role === "not-signed-in") return refuse(401, "Sign in first.");
  if (role !== "operator") return refuse(403, "Only an operator of this study can download its decisions.");
  if (!/^[1-9]\d{0,4}$/.test(round)) return refuse(404, "There is no such round.");
  try {
    const csv = await decisionsCsv(await getApp(), studyId, Number(round));
    return new Response(csv, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="decisions-round-${round}.csv"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) return refuse(500, incident(error, "decisions").message);
    return refuse(refusal.code === "not-found" ? 404 : 409, refusal.message);
  }
}

function refuse(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": "no-store" } });
}
