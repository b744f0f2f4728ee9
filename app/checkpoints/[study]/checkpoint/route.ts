import { answerCheckpoint } from "#server/http/files/checkpoint-files.ts";
import { orWords } from "#server/http/files/or-words.ts";

type Context = { params: Promise<{ study: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { study } = await params;
  return orWords(() => answerCheckpoint(study));
}
