import { answerUpload } from "#server/api/files/uploads.ts";

type Context = { params: Promise<{ studyId: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerUpload(request, (await params).studyId, "people-file");
}
