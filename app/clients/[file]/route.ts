import { answerClient } from "#server/http/clients.ts";

type Context = { params: Promise<{ file: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return answerClient((await params).file);
}
