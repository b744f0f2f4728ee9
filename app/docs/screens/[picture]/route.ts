import { answerPicture } from "#server/http/documents.ts";

type Context = { params: Promise<{ picture: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return answerPicture((await params).picture);
}
