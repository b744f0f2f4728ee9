import { answerOfflineFile } from "#server/http/files/offline-files.ts";
import { orWords } from "#server/http/files/or-words.ts";

type Context = { params: Promise<{ file: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { file } = await params;
  return orWords(() => answerOfflineFile(request, file));
}
