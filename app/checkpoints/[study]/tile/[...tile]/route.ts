import { answerTile } from "#server/api/files/checkpoint-files.ts";

type Context = { params: Promise<{ study: string; tile: string[] }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { study, tile } = await params;
  return answerTile(study, tile);
}
