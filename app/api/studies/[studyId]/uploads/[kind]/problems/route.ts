import { orWords } from "#server/http/files/or-words.ts";
import { answerProblems } from "#server/http/files/uploads.ts";

type Context = { params: Promise<{ studyId: string; kind: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { studyId, kind } = await params;
  return orWords(() => answerProblems(studyId, kind));
}
