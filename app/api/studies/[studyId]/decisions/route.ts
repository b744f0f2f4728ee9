import { answerDecisions } from "#server/api/files/decisions-file.ts";

type Context = { params: Promise<{ studyId: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return answerDecisions((await params).studyId);
}
