import * as t from "#messages/refusals.ts";
import { isConfirmed } from "#server/accounts/confirmation.ts";
import { getApp } from "#server/platform/app/app.ts";
import { exportData, requireData } from "#server/studies/exports/export-data.ts";
import { answerOr, sendRefusal } from "./answers.ts";
import { entryIn } from "./entry-in.ts";
import { fileRoles } from "./file-roles.ts";
import { answerMade } from "./made-file.ts";
import { noteDownload } from "./record-download.ts";
import { requestRole, requireFeatures } from "./request-role.ts";
import { makerFor } from "./turns.ts";

/**
 * Streams one file of a study's data, as of the last entry or of `?upTo=ENTRY`; for the study's operators,
 * researchers and observers. Files with features are not for observers, and require a recent proof of identity, as the
 * record does.
 */
export async function answerData(request: Request, studyId: string, name: string): Promise<Response> {
  const session = await requestRole(studyId, "download", fileRoles.data);
  if (session instanceof Response) return session;
  const readAndAnswer = async () => {
    const app = await getApp();
    const requested = new URL(request.url).searchParams.get("upTo");
    const file = await requireData(app, studyId, {
      name,
      upTo: requested === null ? undefined : entryIn(requested),
    });
    if (file.hasFeatures) {
      await requireFeatures(app, studyId, session);
      if (!isConfirmed(session, app.now())) return sendRefusal(403, t.confirmFile());
    }
    await noteDownload("data", studyId);
    return answerMade(request, makerFor(app, session), file, (asOf) => exportData(app, studyId, name, asOf));
  };
  return answerOr("data", readAndAnswer, { "bad-input": 400, forbidden: 403, "not-found": 404 });
}
