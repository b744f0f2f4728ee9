import { orWords } from "#server/http/files/or-words.ts";
import { answerSecurityLog } from "#server/http/files/security-log-file.ts";

type Context = { params: Promise<{ file: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { file } = await params;
  return orWords(() => answerSecurityLog(request, file));
}
