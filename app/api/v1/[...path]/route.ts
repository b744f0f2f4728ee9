import { answerProgram } from "#server/http/rest/answer.ts";

async function answer(request: Request, { params }: RouteContext<"/api/v1/[...path]">): Promise<Response> {
  return answerProgram(request, (await params).path);
}

export const GET = answer;
export const POST = answer;
export const PUT = answer;
export const OPTIONS = answer;
