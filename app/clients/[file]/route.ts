import { answerClient } from "#server/http/clients.ts";

export async function GET(_request: Request, { params }: RouteContext<"/clients/[file]">): Promise<Response> {
  return answerClient((await params).file);
}
