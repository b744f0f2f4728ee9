import { readAtMost } from "#server/auth/checked-post.ts";
import { isOwnOrigin } from "#server/auth/origin.ts";
import { currentSession } from "#server/auth/session.ts";
import { getApp } from "#server/services/app.ts";
import type { InputProblem } from "#server/services/errors.ts";
import { csvLine } from "#server/services/exports/csv.ts";
import { incident } from "#server/services/incident.ts";
import { byteLimit } from "#server/services/people-file/limits.ts";
import { refusalOf } from "#server/services/refusals.ts";
import { checkPeople, takePeopleFile, tooLarge } from "#server/services/studies/draft-file.ts";
import { requestRole } from "./request-role.ts";

/** What the upload says when it was refused. */
export type UploadRefusal = { readonly message: string; readonly problems: readonly InputProblem[] };

/**
 * The browser's door for a file of people: the bytes as they are, its name in `x-file-name`, and in `x-revision` the
 * draft it belongs to. For the study's operators.
 */
export async function answerUpload(request: Request, studyId: string): Promise<Response> {
  if (!isOwnOrigin(request.headers))
    return refuse(403, "This request did not come from a page of this server.");
  const session = await currentSession();
  const turnedAway = await turnAway(studyId);
  if (session === null || turnedAway !== null) return turnedAway ?? refuse(401, "Sign in first.");
  const revision = request.headers.get("x-revision") ?? "";
  if (!/^\d{1,15}$/.test(revision)) return refuse(400, "This request cannot be read.");
  try {
    const bytes = await readAtMost(request, byteLimit);
    if (bytes === undefined) throw tooLarge();
    const name = fileName(request.headers.get("x-file-name"));
    const upload = { studyId, accountId: session.account.id, revision: Number(revision), name, bytes };
    await takePeopleFile(await getApp(), upload);
    return Response.json({}, noStore);
  } catch (error) {
    return refusalResponse(error);
  }
}

/** Everything that is wrong with the file, as a CSV file. For the study's operators. */
export async function answerProblems(studyId: string): Promise<Response> {
  const turnedAway = await turnAway(studyId);
  if (turnedAway !== null) return turnedAway;
  try {
    const check = await checkPeople(await getApp(), studyId);
    if (check === null) return refuse(404, "There is no file of people in this draft.");
    const lines = check.problems.map(({ row, field, message }) =>
      csvLine([row ?? null, field ?? null, message]),
    );
    return new Response(csvLine(["row", "column", "what is wrong"]) + lines.join(""), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="errors.csv"',
        ...noStore.headers,
      },
    });
  } catch (error) {
    return refusalResponse(error);
  }
}

const noStore = { headers: { "cache-control": "no-store" } };

async function turnAway(studyId: string): Promise<Response | null> {
  const role = await requestRole(studyId);
  if (role === "not-signed-in") return refuse(401, "Sign in first.");
  return role === "operator" ? null : refuse(403, "Only an operator of this study can do this.");
}

/** Only shown: it never names a file here. */
function fileName(header: string | null): string {
  let name = "people.csv";
  try {
    name = decodeURIComponent(header ?? name);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  return name.replace(/\p{C}/gu, "").trim().slice(0, 200) || "people.csv";
}

function refusalResponse(error: unknown): Response {
  const refusal = refusalOf(error);
  if (refusal === undefined) return refuse(500, incident(error, "people file").message);
  const status = refusal.code === "bad-input" ? 422 : refusal.code === "not-found" ? 404 : 409;
  return refuse(status, refusal.message, refusal.problems);
}

function refuse(status: number, message: string, problems: readonly InputProblem[] = []): Response {
  const body: UploadRefusal = { message, problems };
  return Response.json(body, { status, ...noStore });
}
