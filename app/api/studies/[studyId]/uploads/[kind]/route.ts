import { orWords } from "#server/http/files/or-words.ts";
import { answerUpload } from "#server/http/files/uploads.ts";

type Context = { params: Promise<{ studyId: string; kind: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { studyId, kind } = await params;
  return orWords(() => answerUpload(request, studyId, kind));
}
