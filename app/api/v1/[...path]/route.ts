import { answerProgram } from "#server/http/rest/answer.ts";

type Context = { params: Promise<{ path: string[] }> };

async function answer(request: Request, { params }: Context): Promise<Response> {
  return answerProgram(request, (await params).path);
}

export const GET = answer;
export const POST = answer;
export const PUT = answer;
export const OPTIONS = answer;
