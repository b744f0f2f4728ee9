import { answerPicture } from "#server/http/documents.ts";

export async function GET(
  _request: Request,
  { params }: RouteContext<"/docs/screens/[picture]">,
): Promise<Response> {
  return answerPicture((await params).picture);
}
