import { answerProblems } from "#server/api/files/uploads.ts";

type Context = { params: Promise<{ studyId: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return answerProblems((await params).studyId, "outcomes-file");
}
