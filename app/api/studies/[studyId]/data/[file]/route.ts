import { answerData } from "#server/api/files/data-file.ts";
import { orWords } from "#server/api/files/or-words.ts";

type Context = { params: Promise<{ studyId: string; file: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { studyId, file } = await params;
  return orWords(() => answerData(request, studyId, file));
}
