import { requestRole } from "#server/api/request-role.ts";
import { streamLines } from "#server/api/stream-lines.ts";
import { getApp } from "#server/services/app.ts";
import { exportFeatures, exportLog, logHead } from "#server/services/exports/export-log.ts";

const files = { log: exportLog, features: exportFeatures } as const;

type Context = { params: Promise<{ studyId: string; file: string }> };

/** Streams the log or the features file up to `?upTo=ENTRY` (the last entry unless given), so that two downloads fit. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { studyId, file } = await params;
  const role = await requestRole(studyId);
  if (role === "not-signed-in") return refuse(401, "Sign in first.");
  if (role !== "operator" && role !== "researcher") {
    return refuse(403, "Only an operator or a researcher of this study can download its record.");
  }
  if (file !== "log" && file !== "features")
    return refuse(404, "There is the log and there are the features.");
  const app = await getApp();
  const head = await logHead(app, studyId);
  const asked = new URL(request.url).searchParams.get("upTo") ?? String(head.seq);
  const upTo = Number(asked);
  if (!/^[1-9]\d{0,15}$/.test(asked) || upTo > head.seq) {
    return refuse(400, `upTo must be a whole number from 1 to ${head.seq}, the last entry.`);
  }
  const lines = files[file](app, studyId, upTo);
  return new Response(streamLines(lines), {
    headers: {
      "content-type": "application/jsonl; charset=utf-8",
      "content-disposition": `attachment; filename="${file}-${studyId}-${upTo}.jsonl"`,
      "cache-control": "no-store",
    },
  });
}

function refuse(status: number, message: string): Response {
  return Response.json({ message }, { status });
}
