import { answerCheckpoint } from "#server/api/files/checkpoint-files.ts";

type Context = { params: Promise<{ study: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return answerCheckpoint((await params).study);
}
