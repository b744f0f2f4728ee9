import { answerRecord } from "#server/api/files/log-file.ts";

type Context = { params: Promise<{ studyId: string; file: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { studyId, file } = await params;
  return answerRecord(request, studyId, file);
}
