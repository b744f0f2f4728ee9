import { orWords } from "#server/http/files/or-words.ts";
import { answerResultsTable } from "#server/http/files/results-file.ts";

type Context = { params: Promise<{ studyId: string; table: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { studyId, table } = await params;
  return orWords(() => answerResultsTable(studyId, table));
}
