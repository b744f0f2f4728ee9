import { currentSession } from "#server/auth/session.ts";
import { isConfirmed } from "#server/services/accounts/confirmation.ts";
import { getApp } from "#server/services/app/app.ts";
import { isStorageTrouble, refusalOf } from "#server/services/app/refusals.ts";
import { exportData } from "#server/services/exports/export-data.ts";
import { incident } from "#server/services/process/incident.ts";
import { fileRoles } from "./file-roles.ts";
import { answerMade } from "./made-file.ts";
import { noteDownload } from "./record-download.ts";
import { requestRole } from "./request-role.ts";

/**
 * One file of a study's data, streamed; for the study's operators and researchers. Files with features ask who is there, as the
 * record does.
 */
export async function answerData(request: Request, studyId: string, name: string): Promise<Response> {
  const role = await requestRole(studyId, "download", fileRoles.data);
  if (role instanceof Response) return role;
  if (role === "not-signed-in") return refuse(401, "Sign in first.");
  if (role !== "operator" && role !== "researcher") {
    return refuse(403, "Only an operator or a researcher of this study can download its data.");
  }
  try {
    const app = await getApp();
    const file = await exportData(app, studyId, name);
    if (file === undefined) return refuse(404, "There is no such file.");
    if (file.hasFeatures && !isConfirmed(await currentSession(), app.now())) {
      return refuse(403, "Confirm that it is you first: download it from the page of the data.");
    }
    await noteDownload("data", studyId);
    const named = (made: typeof file) => ({ ...made, name: fileName(studyId, made.head.seq, name) });
    return await answerMade(request, named(file), async (asOf) => {
      const made = await exportData(app, studyId, name, asOf);
      return made && named(made);
    });
  } catch (error) {
    if (isStorageTrouble(error)) throw error;
    const refusal = refusalOf(error);
    return refusal ? refuse(409, refusal.message) : refuse(500, incident(error, "data").message);
  }
}

/** verdicts-STUDY-ENTRY.parquet: files of different moments do not look alike. */
function fileName(studyId: string, seq: number, name: string): string {
  const dot = name.lastIndexOf(".");
  return `${name.slice(0, dot)}-${studyId}-${seq}${name.slice(dot)}`;
}

function refuse(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": "no-store" } });
}
