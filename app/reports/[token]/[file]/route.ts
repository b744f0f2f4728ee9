import { orWords } from "#server/http/files/or-words.ts";
import { answerSharedReport } from "#server/http/files/report-file.ts";

type Context = { params: Promise<{ token: string; file: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { token, file } = await params;
  return orWords(() => answerSharedReport(request, token, file));
}
