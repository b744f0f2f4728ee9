import { answerRecord } from "#server/http/files/log-file.ts";
import { orWords } from "#server/http/files/or-words.ts";

type Context = { params: Promise<{ studyId: string; file: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { studyId, file } = await params;
  return orWords(() => answerRecord(request, studyId, file));
}
