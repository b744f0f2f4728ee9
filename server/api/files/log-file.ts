import { currentSession } from "#server/auth/session.ts";
import { isConfirmed } from "#server/services/accounts/confirmation.ts";
import { getApp } from "#server/services/app/app.ts";
import { exportFeatures, exportLog, exportTotals, logHead } from "#server/services/exports/export-log.ts";
import { noteDownload } from "./record-download.ts";
import { requestRole } from "./request-role.ts";
import { streamLines } from "./stream-lines.ts";

const files = { log: exportLog, features: exportFeatures, totals: exportTotals } as const;

/**
 * Streams a study's log, its features file or its totals file up to `?upTo=ENTRY` (the last entry unless given), so that they fit
 * together. For the study's operators and researchers; its auditors
 * check their ballots in the log.
 */
export async function answerRecord(request: Request, studyId: string, file: string): Promise<Response> {
  const role = await requestRole(studyId, "download", ["operator", "researcher"]);
  if (role instanceof Response) return role;
  if (role === "not-signed-in") return refuse(401, "Sign in first.");
  const mayRead = role === "operator" || role === "researcher" || (role === "auditor" && file === "log");
  if (!mayRead) {
    return refuse(403, "Only an operator or a researcher of this study can download its record.");
  }
  if (!isFile(file)) return refuse(404, "There are the log, the features and the totals.");
  const app = await getApp();
  const session = await currentSession();
  if (file !== "log" && !isConfirmed(session, app.now())) {
    return refuse(403, `Confirm that it is you first: download the ${file} from the page of the study.`);
  }
  const head = await logHead(app, studyId);
  const asked = new URL(request.url).searchParams.get("upTo") ?? String(head.seq);
  const upTo = Number(asked);
  if (!/^[1-9]\d{0,15}$/.test(asked) || upTo > head.seq) {
    return refuse(400, `upTo must be a whole number from 1 to ${head.seq}, the last entry.`);
  }
  await noteDownload(file, studyId);
  return new Response(streamLines(files[file](app, studyId, upTo)), {
    headers: {
      "content-type": "application/jsonl; charset=utf-8",
      "content-disposition": `attachment; filename="${file}-${studyId}-${upTo}.jsonl"`,
      "cache-control": "no-store",
    },
  });
}

function isFile(name: string): name is keyof typeof files {
  return Object.hasOwn(files, name);
}

function refuse(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": "no-store" } });
}
