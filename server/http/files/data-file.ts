import { getApp } from "#server/platform/app/app.ts";
import { answerIn } from "#server/platform/process/request.ts";
import { exportTable } from "#server/results/tables/export-table.ts";
import { exportData, requireData } from "#server/studies/exports/export-data.ts";
import { asFile } from "./answers.ts";
import { fileRoles } from "./file-roles.ts";
import { answerMade } from "./made-file.ts";
import { noteDownload } from "./record-download.ts";
import { requestRole, requireFeatures, requireRecentProof } from "./request-role.ts";
import { makerFor } from "./turns.ts";
import { upToIn } from "./up-to.ts";

/**
 * Streams one file of a study's data, as of the last entry or of `?upTo=ENTRY`, or one table of its results, as of now;
 * for the study's operators, researchers and observers. Files with features are not for observers, and require a recent
 * proof of identity, as the record does.
 */
export async function answerData(request: Request, studyId: string, name: string): Promise<Response> {
  const session = await requestRole(studyId, "download", fileRoles.data);
  const app = await getApp();
  const upTo = upToIn(request);
  const table = upTo === undefined ? await exportTable(app, studyId, name) : undefined;
  if (table !== undefined) {
    // Files are in English for every reader.
    answerIn("en");
    await noteDownload("data", studyId);
    return asFile(makerFor(app, session), table.savedAs, "text/csv", table.pieces);
  }
  const file = await requireData(app, studyId, { name, upTo });
  if (file.hasFeatures) {
    await requireFeatures(app, studyId, session);
    requireRecentProof(app, session);
  }
  await noteDownload("data", studyId);
  return answerMade(request, makerFor(app, session), file, (asOf) => exportData(app, studyId, name, asOf));
}
