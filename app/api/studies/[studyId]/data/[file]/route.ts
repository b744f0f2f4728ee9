import { answerData } from "#server/http/files/data-file.ts";
import { orWords } from "#server/http/files/or-words.ts";

type Context = { params: Promise<{ studyId: string; file: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { studyId, file } = await params;
  return orWords(() => answerData(request, studyId, file));
}
