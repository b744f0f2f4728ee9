import { orWords } from "#server/api/files/or-words.ts";
import { answerSecurityLog } from "#server/api/files/security-log-file.ts";

type Context = { params: Promise<{ file: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { file } = await params;
  return orWords(() => answerSecurityLog(request, file));
}
