import { fileRoute } from "#server/http/files/file-route.ts";
import { answerRecord } from "#server/http/files/log-file.ts";
import { answerReport } from "#server/http/files/report-file.ts";

export const GET = fileRoute<{ studyId: string; file: string }>((request, { studyId, file }) => {
  const answer = file.startsWith("report.") ? answerReport : answerRecord;
  return answer(request, studyId, file);
});
