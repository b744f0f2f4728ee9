import { answerSecurityLog } from "#server/api/files/security-log-file.ts";

type Context = { params: Promise<{ file: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return answerSecurityLog(request, (await params).file);
}
