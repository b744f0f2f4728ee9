import { orWords } from "#server/api/files/or-words.ts";
import { answerWatchTable } from "#server/api/files/watch-file.ts";

type Context = { params: Promise<{ studyId: string; table: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { studyId, table } = await params;
  return orWords(() => answerWatchTable(studyId, table));
}
