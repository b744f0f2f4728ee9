import { fileRoute } from "#server/http/files/file-route.ts";
import { answerResultsTable } from "#server/http/files/results-file.ts";

export const GET = fileRoute<{ studyId: string; table: string }>((_request, { studyId, table }) =>
  answerResultsTable(studyId, table),
);
