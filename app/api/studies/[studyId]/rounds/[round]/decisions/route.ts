import { answerDecisions } from "#server/api/files/decisions-file.ts";

type Context = { params: Promise<{ studyId: string; round: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { studyId, round } = await params;
  return answerDecisions(studyId, round);
}
