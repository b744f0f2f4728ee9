import { answerDecisions } from "#server/http/files/decisions-file.ts";
import { orWords } from "#server/http/files/or-words.ts";

type Context = { params: Promise<{ studyId: string; round: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { studyId, round } = await params;
  return orWords(() => answerDecisions(studyId, round));
}
