import { answerRecord } from "#server/http/files/log-file.ts";
import { orWords } from "#server/http/files/or-words.ts";
import { answerReport } from "#server/http/files/report-file.ts";

type Context = { params: Promise<{ studyId: string; file: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { studyId, file } = await params;
  const answer = file.startsWith("report.") ? answerReport : answerRecord;
  return orWords(() => answer(request, studyId, file));
}
